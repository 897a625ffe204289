"""Draws lines of lists with the defects of copiers and fax machines, in Tesseract's training format: `python lines.py NAMES.txt OUT.lstmf SEED COUNT`."""

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

# Mostly small print with thick strokes, which the general model cannot read.
COPIED_PRINT = draw.TrainingRound(0.93, ((0.55, 8.5, 13), (0.33, 12, 18), (0.12, 17, 28)), ((0.5, 0.1, 0.32), (0.4, 0.32, 0.6), (0.1, 0.6, 0.75)))
FRAYED_SHARE = 0.55
# Letter heights in pixels near those to which `ocr-passes.ts` enlarges a cell.
LETTER_HEIGHTS = (28, 32, 32, 36, 40, 44)
MAX_FACTOR = 5


class Drawer(draw.Drawer):
    """Prefers Carlito: most brokers' lists are printed in Calibri, which has the same shapes."""

    def __init__(self, seed):
        super().__init__(seed, COPIED_PRINT)
        carlito = [path for path in self.office_fonts if "carlito" in path.lower()]
        self.office_fonts = [*self.office_fonts, *(carlito * max(1, len(self.office_fonts) // max(1, len(carlito))))]

    def add_rule_damage(self, ink):
        return super().add_rule_damage(self.fray_rows(ink) if self.rng.random() < FRAYED_SHARE else ink)

    def fray_rows(self, ink):
        """Shifts and spreads each of the scanner's rows a little; the page may have been scanned on its side."""
        rng, noise = self.rng, self.noise
        is_sideways = rng.random() < 0.6
        ink = np.pad(ink.T if is_sideways else ink, 1)
        shifted_share = rng.uniform(0.1, 0.5) if rng.random() < 0.5 else 0
        shifts = noise.choice((-1, 0, 1), len(ink), p=(shifted_share / 2, 1 - shifted_share, shifted_share / 2))
        spread_share = rng.uniform(0.1, 0.6)
        ink = np.array([np.roll(row, step) for row, step in zip(ink, shifts)])
        for step in (1, -1):
            rows = noise.random(len(ink)) < spread_share
            ink[rows] |= np.roll(ink[rows], step, 1)
        columns = noise.random(ink.shape[1]) < rng.uniform(0, 0.35)
        ink[:, columns] |= np.roll(ink[:, columns], rng.choice((1, -1)), 0)
        return ink.T if is_sideways else ink


def enlarge(ink, height, rng):
    """Returns the line as an OCR pass gives it to the engine: enlarged, and sometimes blurred or hard-edged."""
    factor = min(rng.choice(LETTER_HEIGHTS) / height, MAX_FACTOR)
    above, below = (1 + int(height * rng.uniform(0, 0.3)) for _ in range(2))
    side = int(height * rng.uniform(0.2, 1))
    picture = Image.fromarray((255 * (1 - np.pad(ink, ((above, below), (side, side))))).astype(np.uint8))
    size = max(8, round(picture.width * factor)), max(8, round(picture.height * factor))
    picture = picture.resize(size, rng.choice((Image.BILINEAR, Image.BICUBIC, Image.BOX)))
    if rng.random() < 0.5:
        picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.8, 3)))
    if rng.random() < 0.25:
        threshold = rng.choice((45, 70, 128, 128))
        picture = picture.point(lambda shade: 255 if shade >= threshold else 0)
    return picture


def pack_line(picture, text):
    """Returns one line with its text in the stored form of Tesseract's `ImageData`."""
    png = io.BytesIO()
    picture.save(png, "PNG")
    box = struct.pack("<I4h", 1, 0, 0, picture.width, picture.height)
    return b"\1" + add_length(b"line.png") + struct.pack("<i", 0) + add_length(png.getvalue()) + add_length(b"eng") + add_length(text) + box + struct.pack("<I", 1) + add_length(text) + b"\0"


def add_length(data):
    return struct.pack("<I", len(data)) + data


if __name__ == "__main__":
    names_path, out, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    with open(names_path, encoding="utf8") as file:
        names = [line.strip() for line in file if line.strip()]
    rng, drawer, pages = random.Random(seed), Drawer(seed), []
    source = texts.TextSource(rng, names)
    while len(pages) < count:
        text = source.make_text()
        line = drawer.draw_line(text)
        ink = drawer.degrade(line)
        if ink is not None:
            pages.append(pack_line(enlarge(ink, line[1], rng), text.encode()))
    with open(out, "wb") as file:
        file.write(struct.pack("<I", len(pages)) + b"".join(pages))
