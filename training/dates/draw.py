"""Draws dates, and now and then other texts, as they stand in the cells of copied and scanned reports."""

import glob
import os
import random

import numpy as np
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFilter, ImageFont

HEIGHT = 24  # rows of a picture as the net sees it
NARROWEST, WIDEST = 8, 208  # columns of it
CHARACTERS = "0123456789/-.?"  # the last stands for any other; the net's classes from 1, 0 being the blank of CTC
SIZE = 40  # letters are drawn so large, then made as small as a scan's

FOLDERS = ("/usr/share/fonts/**/*.[to]tf", "/usr/share/texmf/fonts/opentype/**/*.otf")
# Fonts without plain upright digits of one height, or so thin that nobody prints reports in them.
UNFIT = (
    *("emoji", "symbol", "math", "dingbat", "d050000l", "didot", "display", "initials", "keyboard", "lmroman5", "caps", "dunh"),
    *("signature", "garamond", "libertine", "biolinum", "fraktur", "uncial", "antiqua", "_k", "lobster", "thin", "hairline"),
)
# What office programs print with, or its like in width and shape.
OFFICE = (
    *("liberation", "nimbus", "arimo", "tinos", "cousine", "carlito", "caladea", "dejavusans", "roboto", "opensans"),
    *("freesans", "freeserif", "freemono", "courier", "lmmono", "notosans-", "notosansmono", "lato-reg", "lato-bold"),
)
OTHER_TEXTS = (
    *("N/A", "Various", "various", "Multiple", "See attached", "None", "Monthly", "JT", "SP", "DC", "Unknown", "Ongoing"),
    *("2nd Qtr", "June 2020", "Dec", "Exempt", "see note", "Purchase", "Sale", "Jan-20", "Q1", "thru", "unknown date"),
    *("TBD", "Same", "June 11, 2020", "11-Jun-20", "10 May 2021", "($1,001)", "Inc.", "A", "B", "X", "$15,000"),
)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ "


class Round:
    """How often a round of teaching draws office fonts, small print (heights of digits in pixels), and clotted, plain and broken print."""

    def __init__(self, office, heights, thresholds):
        self.office, self.heights, self.thresholds = office, heights, thresholds


FIRST = Round(0.6, ((0.3, 9, 14), (0.4, 13, 20), (0.3, 18, 34)), ((0.4, 0.12, 0.35), (0.45, 0.35, 0.6), (0.15, 0.6, 0.78)))
SECOND = Round(0.75, ((0.4, 9, 14), (0.36, 13, 20), (0.24, 18, 34)), ((0.52, 0.1, 0.35), (0.38, 0.35, 0.6), (0.1, 0.6, 0.75)))


def fonts():
    """Paths of the machine's fonts that have all characters, and of those among them that offices use."""
    paths = sorted({path for folder in FOLDERS for path in glob.glob(folder, recursive=True)})
    fit = [path for path in paths if not any(word in os.path.basename(path).lower() for word in UNFIT) and has_all(path)]
    office = [path for path in fit if any(word in os.path.basename(path).lower() for word in OFFICE)]
    return fit, [path for path in office if "italic" not in path.lower() and "oblique" not in path.lower()]


def has_all(path):
    try:
        known = TTFont(path, lazy=True).getBestCmap()
    except Exception:
        return False
    return all(ord(character) in known for character in "0123456789/-.AZaz")


def text(chance):
    if chance.random() < 0.08:
        if chance.random() < 0.3:
            return "".join(chance.choice(LETTERS) for _ in range(chance.randint(1, 9)))
        return chance.choice(OTHER_TEXTS)
    if chance.random() < 0.04:
        return "".join(chance.choice("0123456789/-.") for _ in range(chance.randint(1, 10)))
    month, day = chance.randint(1, 12), chance.randint(1, 31)
    year = chance.randint(12, 26) if chance.random() < 0.5 else chance.randint(8, 32)
    separator = chance.choices("/-.", (0.72, 0.2, 0.08))[0]
    style = chance.random()
    if style < 0.45:
        front = f"{month}{separator}{day}{separator}"
    elif style < 0.93:
        front = f"{month:02}{separator}{day:02}{separator}"
    else:
        front = f"{month}{separator}{day:02}{separator}"
    if chance.random() < 0.02:
        return f"{2000 + year}-{month:02}-{day:02}"
    return front + (f"{2000 + year}" if chance.random() < 0.5 else f"{year:02}")


class Drawer:
    """Pictures of one round; equal seeds and fonts give equal pictures."""

    def __init__(self, seed, round_of_teaching):
        self.chance, self.noise = random.Random(seed), np.random.RandomState(seed)
        self.round = round_of_teaching
        self.all, self.office = fonts()
        self.drawn, self.heights, self.loaded = {}, {}, {}

    def pictures(self, count):
        """(ink as uint8 of HEIGHT rows, classes of its characters), so many of them."""
        found = []
        while len(found) < count:
            wanted = text(self.chance)
            ink = self.spoilt(self.line(wanted))
            if ink is not None:
                found.append((shaped(ink), [classed(character) for character in wanted if character != " "]))
        return found

    def letter(self, path, character):
        if (path, character) not in self.drawn:
            font = self.font(path)
            width = font.getlength(character)
            image = Image.new("L", (int(width) + 16, 72), 0)
            ImageDraw.Draw(image).text((8, 8), character, font=font, fill=255)
            self.drawn[path, character] = image, width
        return self.drawn[path, character]

    def font(self, path):
        if path not in self.loaded:
            self.loaded[path] = ImageFont.truetype(path, SIZE)
            box = self.loaded[path].getbbox("0")
            self.heights[path] = max(1, box[3] - box[1])
        return self.loaded[path]

    def line(self, wanted):
        """Shades of 0 to 1 at the size of a scan, and the height of its digits."""
        chance = self.chance
        path = chance.choice(self.office if chance.random() < self.round.office else self.all)
        letters = [self.letter(path, character) for character in wanted]
        spacing = SIZE * chance.choices((0, chance.uniform(-0.12, 0), chance.uniform(0, 0.15)), (0.55, 0.3, 0.15))[0]
        width = int(sum(wide for _, wide in letters) + abs(spacing) * len(letters)) + 60
        image = Image.new("L", (max(40, width), 2 * SIZE), 0)
        left, uneven = 24.0, chance.random() < 0.1
        for letter, wide in letters:
            image.paste(255, (int(left) - 8, int(SIZE * 0.2 + (chance.uniform(-2, 2) if uneven else 0))), letter)
            left += wide + spacing
        if chance.random() < 0.35:
            slant = chance.uniform(-0.12, 0.12)
            image = image.transform(image.size, Image.AFFINE, (1, slant, -slant * SIZE, 0, 1, 0), Image.BILINEAR)
        if chance.random() < 0.2:
            image = image.rotate(chance.uniform(-1.6, 1.6), Image.BILINEAR)
        stretch = chance.uniform(0.78, 1.25)
        height = self.any_of(self.round.heights)
        scale = height / self.heights[path]
        size = max(8, int(image.width * scale * stretch)), max(8, int(image.height * scale))
        return np.asarray(image.resize(size, Image.BOX), np.float32) / 255, height

    def any_of(self, ranges):
        _, low, high = self.chance.choices(ranges, [share for share, _, _ in ranges])[0]
        return self.chance.uniform(low, high)

    def spoilt(self, line):
        """Black and white, cut to its ink, as optics, toner and rules leave it; None where nothing is left."""
        (shades, height), chance, noise = line, self.chance, self.noise
        blur = height / 20 * abs(noise.normal(0.45, 0.45))
        soft = Image.fromarray((shades * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(min(2.2, blur)))
        shades = np.asarray(soft, np.float32) / 255
        grain = noise.normal(0, 1, shades.shape).astype(np.float32)
        strength = abs(noise.normal(0, 0.11))
        if chance.random() < 0.3:
            coarse = noise.normal(0, 1, (max(2, shades.shape[0] // 6), max(2, shades.shape[1] // 6))).astype(np.float32)
            wide = np.asarray(Image.fromarray(coarse).resize(shades.shape[::-1], Image.BICUBIC))
            shades = shades + wide * shades * chance.uniform(0.05, 0.3)
        # Edges fray most: noise is strongest where the shade is between black and white.
        shades = shades + grain * strength * (0.25 + 2 * np.clip(shades * (1 - shades) * 4, 0, 1))
        ink = shades > self.any_of(self.round.thresholds)
        if chance.random() < 0.1:
            ink &= noise.random(ink.shape) > chance.uniform(0.02, 0.12)
        if chance.random() < 0.1:
            dust(ink, noise, chance.uniform(0.004, 0.03))
        if chance.random() < 0.12:
            ink = ink | np.roll(ink, 1, 1)
        if chance.random() < 0.06:
            ink = ink | np.roll(ink, 1, 0)
        ink = cut(ink)
        return None if ink is None else cut(self.ruled(ink))

    def ruled(self, ink):
        """Rules took a piece of it with them, or left one."""
        chance = self.chance
        high, wide = ink.shape
        case = chance.random()
        if case < 0.1:
            lost = max(1, int(high * chance.uniform(0.03, 0.16)))
            ink = ink[lost:] if chance.random() < 0.5 else ink[:-lost]
        elif case < 0.2:
            rule = np.zeros((chance.randint(1, max(1, int(high * 0.12))), wide), bool)
            at = 0
            while at < wide:
                length = chance.randint(2, max(3, wide // 2))
                rule[:, at : at + length] = chance.random() < 0.6
                at += length
            gap = np.zeros((chance.randint(0, 2), wide), bool)
            ink = np.vstack([rule, gap, ink] if chance.random() < 0.5 else [ink, gap, rule])
        if chance.random() < 0.07:
            piece = np.zeros((ink.shape[0], chance.randint(1, 3)), bool)
            top = chance.randint(0, ink.shape[0] - 1)
            piece[top : top + chance.randint(2, ink.shape[0] + 2)] = True
            gap = np.zeros((ink.shape[0], chance.randint(2, 8)), bool)
            ink = np.hstack([piece, gap, ink] if chance.random() < 0.5 else [ink, gap, piece])
        return ink


def dust(ink, noise, share):
    rows, columns = np.nonzero(ink)
    if len(rows) > 0:
        part = ink[max(0, rows.min() - 1) : rows.max() + 2, max(0, columns.min() - 2) : columns.max() + 3]
        part |= noise.random(part.shape) < share


def cut(ink):
    rows, columns = np.nonzero(ink)
    if len(rows) < 8:
        return None
    return ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].copy()


def shaped(ink):
    """As `shaped` of date-net.ts does it: HEIGHT rows, columns in proportion."""
    high, wide = ink.shape
    columns = max(NARROWEST, min(WIDEST, round(wide * HEIGHT / high)))
    return np.asarray(Image.fromarray((ink * 255).astype(np.uint8)).resize((columns, HEIGHT), Image.BILINEAR), np.uint8)


def classed(character):
    return CHARACTERS.index(character) + 1 if character in CHARACTERS[:-1] else len(CHARACTERS)
