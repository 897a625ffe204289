"""Draws lines of lists as copiers and fax machines leave them, in the form that Tesseract is taught by: `python lines.py NAMES.txt OUT.lstmf SEED COUNT`."""

import io
import os
import random
import struct
import sys

import numpy as np
from PIL import Image, ImageFilter

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "dates"))
import draw  # noqa: E402
import texts  # noqa: E402

# Mostly small print with thick strokes: that is what the general model cannot read.
PRINT = draw.Round(0.93, ((0.55, 8.5, 13), (0.33, 12, 18), (0.12, 17, 28)), ((0.5, 0.1, 0.32), (0.4, 0.32, 0.6), (0.1, 0.6, 0.75)))
FRINGED = 0.55
# Heights of letters, in pixels, to which `ocr-passes.ts` enlarges a cell.
HEIGHTS = (28, 32, 32, 36, 40, 44)
MOST = 5


class Drawer(draw.Drawer):
    """Most brokers' lists are printed in Calibri, whose shapes Carlito has."""

    def __init__(self, seed):
        super().__init__(seed, PRINT)
        narrow = [path for path in self.office if "carlito" in path.lower()]
        self.office = [*self.office, *(narrow * max(1, len(self.office) // max(1, len(narrow))))]

    def ruled(self, ink):
        return super().ruled(self.fringed(ink) if self.chance.random() < FRINGED else ink)

    def fringed(self, ink):
        """The scanner's rows displaced and spread, each a little; the page may have lain on its side."""
        chance, noise = self.chance, self.noise
        lay = chance.random() < 0.6
        ink = np.pad(ink.T if lay else ink, 1)
        displaced = chance.uniform(0.1, 0.5) if chance.random() < 0.5 else 0
        by = noise.choice((-1, 0, 1), len(ink), p=(displaced / 2, 1 - displaced, displaced / 2))
        spread = chance.uniform(0.1, 0.6)
        ink = np.array([np.roll(row, step) for row, step in zip(ink, by)])
        for step in (1, -1):
            rows = noise.random(len(ink)) < spread
            ink[rows] |= np.roll(ink[rows], step, 1)
        columns = noise.random(ink.shape[1]) < chance.uniform(0, 0.35)
        ink[:, columns] |= np.roll(ink[:, columns], chance.choice((1, -1)), 0)
        return ink.T if lay else ink


def enlarged(ink, height, chance):
    """The line as a pass gives it to the engine: enlarged, blurred or of hard edges."""
    factor = min(chance.choice(HEIGHTS) / height, MOST)
    above, below = (1 + int(height * chance.uniform(0, 0.3)) for _ in range(2))
    side = int(height * chance.uniform(0.2, 1))
    picture = Image.fromarray((255 * (1 - np.pad(ink, ((above, below), (side, side))))).astype(np.uint8))
    size = max(8, round(picture.width * factor)), max(8, round(picture.height * factor))
    picture = picture.resize(size, chance.choice((Image.BILINEAR, Image.BICUBIC, Image.BOX)))
    if chance.random() < 0.5:
        picture = picture.filter(ImageFilter.GaussianBlur(chance.uniform(0.8, 3)))
    if chance.random() < 0.25:
        threshold = chance.choice((45, 70, 128, 128))
        picture = picture.point(lambda shade: 255 if shade >= threshold else 0)
    return picture


def page(picture, text):
    """One line with its text, as Tesseract's `ImageData` is stored."""
    png = io.BytesIO()
    picture.save(png, "PNG")
    box = struct.pack("<I4h", 1, 0, 0, picture.width, picture.height)
    return b"\1" + counted(b"line.png") + struct.pack("<i", 0) + counted(png.getvalue()) + counted(b"eng") + counted(text) + box + struct.pack("<I", 1) + counted(text) + b"\0"


def counted(some):
    return struct.pack("<I", len(some)) + some


if __name__ == "__main__":
    names_path, out, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    with open(names_path, encoding="utf8") as file:
        names = [line.strip() for line in file if line.strip()]
    chance, drawer, pages = random.Random(seed), Drawer(seed), []
    wanted = texts.Texts(chance, names)
    while len(pages) < count:
        text = wanted.any()
        line = drawer.line(text)
        ink = drawer.spoilt(line)
        if ink is not None:
            pages.append(page(enlarged(ink, line[1], chance), text.encode()))
    with open(out, "wb") as file:
        file.write(struct.pack("<I", len(pages)) + b"".join(pages))
