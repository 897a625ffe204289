"""Draws dates, and some other texts, as they appear in the cells of copied and scanned reports."""

import glob
import os
import random

import numpy as np
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFilter, ImageFont

HEIGHT = 24  # number of rows of the network's input
MIN_COLUMNS, MAX_COLUMNS = 8, 208  # minimum and maximum number of its columns
CHARACTERS = "0123456789/-.?"  # the network's classes, numbered from 1 (0 is the CTC blank); the last is any other character
FONT_SIZE = 40  # letters are drawn at this size, then reduced to the size of a scan

FOLDERS = ("/usr/share/fonts/**/*.[to]tf", "/usr/share/texmf/fonts/opentype/**/*.otf")
# Fonts without plain upright digits of equal height, or so thin that nobody prints reports in them.
EXCLUDED = (
    *("emoji", "symbol", "math", "dingbat", "d050000l", "didot", "display", "initials", "keyboard", "lmroman5", "caps", "dunh"),
    *("signature", "garamond", "libertine", "biolinum", "fraktur", "uncial", "antiqua", "_k", "lobster", "thin", "hairline"),
)
# Fonts of office programs, and fonts of similar width and shape.
OFFICE_FONTS = (
    *("liberation", "nimbus", "arimo", "tinos", "cousine", "carlito", "caladea", "dejavusans", "roboto", "opensans"),
    *("freesans", "freeserif", "freemono", "courier", "lmmono", "notosans-", "notosansmono", "lato-reg", "lato-bold"),
)
OTHER_TEXTS = (
    *("N/A", "Various", "various", "Multiple", "See attached", "None", "Monthly", "JT", "SP", "DC", "Unknown", "Ongoing"),
    *("2nd Qtr", "June 2020", "Dec", "Exempt", "see note", "Purchase", "Sale", "Jan-20", "Q1", "thru", "unknown date"),
    *("TBD", "Same", "June 11, 2020", "11-Jun-20", "10 May 2021", "($1,001)", "Inc.", "A", "B", "X", "$15,000"),
)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ "


class TrainingRound:
    """Share of office fonts in a training round; shares and ranges of digit heights (pixels) and thresholds (clotted, plain, broken print)."""

    def __init__(self, office_share, heights, thresholds):
        self.office_share, self.heights, self.thresholds = office_share, heights, thresholds


FIRST = TrainingRound(0.6, ((0.3, 9, 14), (0.4, 13, 20), (0.3, 18, 34)), ((0.4, 0.12, 0.35), (0.45, 0.35, 0.6), (0.15, 0.6, 0.78)))
SECOND = TrainingRound(0.75, ((0.4, 9, 14), (0.36, 13, 20), (0.24, 18, 34)), ((0.52, 0.1, 0.35), (0.38, 0.35, 0.6), (0.1, 0.6, 0.75)))


def find_fonts():
    """Returns the paths of this machine's usable fonts that have all characters, and of the upright office fonts among them."""
    paths = sorted({path for folder in FOLDERS for path in glob.glob(folder, recursive=True)})
    fit = [path for path in paths if not any(word in os.path.basename(path).lower() for word in EXCLUDED) and has_all_characters(path)]
    office = [path for path in fit if any(word in os.path.basename(path).lower() for word in OFFICE_FONTS)]
    return fit, [path for path in office if "italic" not in path.lower() and "oblique" not in path.lower()]


def has_all_characters(path):
    try:
        known = TTFont(path, lazy=True).getBestCmap()
    except Exception:
        return False
    return all(ord(character) in known for character in "0123456789/-.AZaz")


def pick_text(rng):
    if rng.random() < 0.08:
        if rng.random() < 0.3:
            return "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, 9)))
        return rng.choice(OTHER_TEXTS)
    if rng.random() < 0.04:
        return "".join(rng.choice("0123456789/-.") for _ in range(rng.randint(1, 10)))
    month, day = rng.randint(1, 12), rng.randint(1, 31)
    year = rng.randint(12, 26) if rng.random() < 0.5 else rng.randint(8, 32)
    separator = rng.choices("/-.", (0.72, 0.2, 0.08))[0]
    style = rng.random()
    if style < 0.45:
        month_and_day = f"{month}{separator}{day}{separator}"
    elif style < 0.93:
        month_and_day = f"{month:02}{separator}{day:02}{separator}"
    else:
        month_and_day = f"{month}{separator}{day:02}{separator}"
    if rng.random() < 0.02:
        return f"{2000 + year}-{month:02}-{day:02}"
    return month_and_day + (f"{2000 + year}" if rng.random() < 0.5 else f"{year:02}")


class Drawer:
    """Draws the pictures of one round; the same seed and fonts give the same pictures."""

    def __init__(self, seed, training_round):
        self.rng, self.noise = random.Random(seed), np.random.RandomState(seed)
        self.round = training_round
        self.fonts, self.office_fonts = find_fonts()
        self.letters, self.heights, self.loaded_fonts = {}, {}, {}

    def draw_pictures(self, count):
        """Returns `count` pairs: ink as uint8 with HEIGHT rows, and the classes of its characters."""
        pictures = []
        while len(pictures) < count:
            text = pick_text(self.rng)
            ink = self.degrade(self.draw_line(text))
            if ink is not None:
                pictures.append((resize_ink(ink), [to_class(character) for character in text if character != " "]))
        return pictures

    def draw_letter(self, path, character):
        if (path, character) not in self.letters:
            font = self.load_font(path)
            width = font.getlength(character)
            image = Image.new("L", (int(width) + 16, 72), 0)
            ImageDraw.Draw(image).text((8, 8), character, font=font, fill=255)
            self.letters[path, character] = image, width
        return self.letters[path, character]

    def load_font(self, path):
        if path not in self.loaded_fonts:
            self.loaded_fonts[path] = ImageFont.truetype(path, FONT_SIZE)
            box = self.loaded_fonts[path].getbbox("0")
            self.heights[path] = max(1, box[3] - box[1])
        return self.loaded_fonts[path]

    def draw_line(self, text):
        """Returns shades from 0 to 1 at the size of a scan, and the height of the digits."""
        rng = self.rng
        path = rng.choice(self.office_fonts if rng.random() < self.round.office_share else self.fonts)
        letters = [self.draw_letter(path, character) for character in text]
        spacing = FONT_SIZE * rng.choices((0, rng.uniform(-0.12, 0), rng.uniform(0, 0.15)), (0.55, 0.3, 0.15))[0]
        width = int(sum(wide for _, wide in letters) + abs(spacing) * len(letters)) + 60
        image = Image.new("L", (max(40, width), 2 * FONT_SIZE), 0)
        left, uneven = 24.0, rng.random() < 0.1
        for letter, wide in letters:
            image.paste(255, (int(left) - 8, int(FONT_SIZE * 0.2 + (rng.uniform(-2, 2) if uneven else 0))), letter)
            left += wide + spacing
        if rng.random() < 0.35:
            slant = rng.uniform(-0.12, 0.12)
            image = image.transform(image.size, Image.AFFINE, (1, slant, -slant * FONT_SIZE, 0, 1, 0), Image.BILINEAR)
        if rng.random() < 0.2:
            image = image.rotate(rng.uniform(-1.6, 1.6), Image.BILINEAR)
        stretch = rng.uniform(0.78, 1.25)
        height = self.pick_from(self.round.heights)
        scale = height / self.heights[path]
        size = max(8, int(image.width * scale * stretch)), max(8, int(image.height * scale))
        return np.asarray(image.resize(size, Image.BOX), np.float32) / 255, height

    def pick_from(self, ranges):
        _, low, high = self.rng.choices(ranges, [share for share, _, _ in ranges])[0]
        return self.rng.uniform(low, high)

    def degrade(self, line):
        """Returns the line in black and white, cropped to its ink, with damage from optics, toner and rules; None if nothing is left."""
        (shades, height), rng, noise = line, self.rng, self.noise
        blur = height / 20 * abs(noise.normal(0.45, 0.45))
        soft = Image.fromarray((shades * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(min(2.2, blur)))
        shades = np.asarray(soft, np.float32) / 255
        grain = noise.normal(0, 1, shades.shape).astype(np.float32)
        strength = abs(noise.normal(0, 0.11))
        if rng.random() < 0.3:
            coarse = noise.normal(0, 1, (max(2, shades.shape[0] // 6), max(2, shades.shape[1] // 6))).astype(np.float32)
            wide = np.asarray(Image.fromarray(coarse).resize(shades.shape[::-1], Image.BICUBIC))
            shades = shades + wide * shades * rng.uniform(0.05, 0.3)
        # Edges fray most: noise is strongest where the shade is between black and white.
        shades = shades + grain * strength * (0.25 + 2 * np.clip(shades * (1 - shades) * 4, 0, 1))
        ink = shades > self.pick_from(self.round.thresholds)
        if rng.random() < 0.1:
            ink &= noise.random(ink.shape) > rng.uniform(0.02, 0.12)
        if rng.random() < 0.1:
            add_dust(ink, noise, rng.uniform(0.004, 0.03))
        if rng.random() < 0.12:
            ink = ink | np.roll(ink, 1, 1)
        if rng.random() < 0.06:
            ink = ink | np.roll(ink, 1, 0)
        ink = crop(ink)
        return None if ink is None else crop(self.add_rule_damage(ink))

    def add_rule_damage(self, ink):
        """Cuts off a piece, as removing a rule does, or adds remains of a rule."""
        rng = self.rng
        high, wide = ink.shape
        case = rng.random()
        if case < 0.1:
            lost = max(1, int(high * rng.uniform(0.03, 0.16)))
            ink = ink[lost:] if rng.random() < 0.5 else ink[:-lost]
        elif case < 0.2:
            rule = np.zeros((rng.randint(1, max(1, int(high * 0.12))), wide), bool)
            at = 0
            while at < wide:
                length = rng.randint(2, max(3, wide // 2))
                rule[:, at : at + length] = rng.random() < 0.6
                at += length
            gap = np.zeros((rng.randint(0, 2), wide), bool)
            ink = np.vstack([rule, gap, ink] if rng.random() < 0.5 else [ink, gap, rule])
        if rng.random() < 0.07:
            piece = np.zeros((ink.shape[0], rng.randint(1, 3)), bool)
            top = rng.randint(0, ink.shape[0] - 1)
            piece[top : top + rng.randint(2, ink.shape[0] + 2)] = True
            gap = np.zeros((ink.shape[0], rng.randint(2, 8)), bool)
            ink = np.hstack([piece, gap, ink] if rng.random() < 0.5 else [ink, gap, piece])
        return ink


def add_dust(ink, noise, share):
    rows, columns = np.nonzero(ink)
    if len(rows) > 0:
        part = ink[max(0, rows.min() - 1) : rows.max() + 2, max(0, columns.min() - 2) : columns.max() + 3]
        part |= noise.random(part.shape) < share


def crop(ink):
    rows, columns = np.nonzero(ink)
    if len(rows) < 8:
        return None
    return ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].copy()


def resize_ink(ink):
    """Resizes as date-net.ts does: HEIGHT rows, columns in proportion."""
    high, wide = ink.shape
    columns = max(MIN_COLUMNS, min(MAX_COLUMNS, round(wide * HEIGHT / high)))
    return np.asarray(Image.fromarray((ink * 255).astype(np.uint8)).resize((columns, HEIGHT), Image.BILINEAR), np.uint8)


def to_class(character):
    return CHARACTERS.index(character) + 1 if character in CHARACTERS[:-1] else len(CHARACTERS)
