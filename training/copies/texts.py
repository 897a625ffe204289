"""Makes texts like those in the cells of filers' lists: names of securities, bonds, options, dates, and unlisted words."""

MAX_LENGTH = 52
NAME_ENDINGS = (
    *("CMN", "CMN", "CMN", "CMN CLASS A", "CMN CLASS B", "CMN CLASS C", "CL A", "CL B", "CLASS A", "CLASS B", "COM", "COM NEW", "INC", "INC CMN"),
    *("SHS", "ADR", "ADR CMN", "SPONSORED ADR CMN", "SPON ADR", "(NEW) CMN", "ORD", "REG SHS", "COMMON STOCK", "COM USD0.01", "PFD", "LP", "ETF"),
    *("CORP", "CORPORATION", "PLC", "LTD", "LLC", "CO", "& CO", "INC.", "CORP.", "N.V.", "S.A.", "AG", "HLDGS", "HOLDINGS", "GROUP", "TRUST", "FUND II"),
)
ISSUERS = ("CNTY", "CITY", "ST", "TWP", "")
BOND_TYPES = (
    *("ST GO", "ST REV", "CNTY GO", "INDPT SCH DIST", "SCH DIST", "WTR & SWR REV", "HSG FIN AUTH REV", "PUB BLDG AUTH", "UNIV REV", "ARPT REV"),
    *("CITY & CNTY", "HOSP AUTH REV", "TRANSN AUTH", "REGL SWR DIST REV", "ELEC REV", "MET TRANSN AUTH", "ISD GO", "COPS", "TOB SETTLEMENT"),
)
PAYMENT_MONTHS = ("JJ", "FA", "MS", "AO", "MN", "JD")
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LOWER_CASE = "abcdefghijklmnopqrstuvwxyz"


class TextSource:
    """Makes random texts in the proportions of real lists. `names`: names of securities, each from one line."""

    def __init__(self, rng, names):
        self.rng, self.names = rng, names
        self.words = sorted({word for name in names for word in name.split()})

    def make_text(self):
        rng = self.rng
        kinds = (self.make_security, self.make_bond, self.make_option, self.make_listed_words, self.make_unlisted_words, self.make_name_with_ticker, self.make_figures, self.make_date)
        (kind,) = rng.choices(kinds, (0.425, 0.085, 0.05, 0.1, 0.12, 0.035, 0.025, 0.16))
        style = rng.random()
        text = truncate(kind())
        text = text.upper() if style < 0.5 else text.lower() if style > 0.96 else text.title() if style > 0.9 else text
        return self.vary_punctuation(text) if rng.random() < 0.15 else text

    def make_security(self):
        name = self.rng.choice(self.names)
        return f"{truncate(name)[: MAX_LENGTH - 12]} {self.rng.choice(NAME_ENDINGS)}" if self.rng.random() < 0.4 else name

    def make_bond(self):
        rng = self.rng
        rate = rng.choice((f"{rng.randint(1, 7)}%", f"{rng.randint(0, 7)}.{rng.randint(0, 9999):04}%", f"{rng.randint(1, 7)}.0000%", f"{rng.randint(0, 7)}.{rng.randint(0, 999):03}%", ""))
        due = f"{rng.randint(1, 12):02}/{rng.choice((1, 15, rng.randint(1, 31))):02}/{rng.choice(('', '20'))}{rng.randint(14, 52)}"
        parts = (rng.choice(self.words), rng.choice(ISSUERS), rng.choice(BOND_TYPES), rate, rng.choice((due, due, "")), rng.choice((*PAYMENT_MONTHS, "")))
        return " ".join(part for part in parts if part).upper()

    def make_option(self):
        rng = self.rng
        kind, ticker = rng.choice(("CALL", "PUT")), self.make_ticker()
        strike = f"{rng.randint(5, 900)}{rng.choice(('', '.5', '.00', '.0'))}"
        due = f"{rng.randint(1, 12):02}/{rng.randint(1, 31):02}/20{rng.randint(14, 29)}"
        return rng.choice((f"{kind}/{ticker} @ {strike} EXP {due}", f"{kind} {ticker} ${strike} {due}", f"{kind}/{ticker} FLEX EURO PM @ {strike}"))

    def make_ticker(self):
        return "".join(self.rng.choice(CAPITALS) for _ in range(self.rng.randint(1, 5)))

    def make_name_with_ticker(self):
        return f"{self.rng.choice(self.names)} ({self.make_ticker()})"

    def make_listed_words(self):
        return " ".join(self.rng.choice(self.words) for _ in range(self.rng.randint(1, 5)))

    def make_unlisted_words(self):
        return " ".join(self.make_unlisted_word() for _ in range(self.rng.randint(1, 4)))

    def make_unlisted_word(self):
        """Makes a word of random letters, so that the model learns shapes and not words."""
        rng = self.rng
        letters = rng.choice((CAPITALS, CAPITALS, LOWER_CASE, CAPITALS + LOWER_CASE, CAPITALS + "&.-'", "0123456789", CAPITALS + "0123456789"))
        word = "".join(rng.choice(letters) for _ in range(rng.randint(1, 9)))
        return word.capitalize() if letters == LOWER_CASE and rng.random() < 0.6 else word + rng.choice(("", "", "", "", ",", "."))

    def make_figures(self):
        rng = self.rng
        return rng.choice((f"{rng.randint(1, 99999):,} SHS", f"${rng.randint(1, 9999999):,}", f"TRADE#:{rng.randint(1, 99999):05}"))

    def make_date(self):
        rng = self.rng
        month, day, year = rng.randint(1, 12), rng.randint(1, 31), rng.randint(8, 32)
        separator = rng.choices("/-.", (0.72, 0.2, 0.08))[0]
        month_and_day = f"{month}{separator}{day}" if rng.random() < 0.45 else f"{month:02}{separator}{day:02}"
        return month_and_day + separator + (f"{2000 + year}" if rng.random() < 0.5 else f"{year:02}")

    def vary_punctuation(self, text):
        """Puts periods and commas where no list has them, so that the model reads them and does not expect them."""
        return " ".join(self.vary_word_end(word) for word in text.split())

    def vary_word_end(self, word):
        core = word.rstrip(".,")
        if self.rng.random() < 0.7 or core == "" or not core[-1].isalpha():
            return word
        return core + self.rng.choice(("", ",", ".", ".,"))


def truncate(text):
    words = text.split()
    while len(" ".join(words)) > MAX_LENGTH and len(words) > 1:
        words.pop()
    return " ".join(words)[:MAX_LENGTH] or "A"
