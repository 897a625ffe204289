"""What is printed in the cells of filers' lists: names of securities, bonds, options, dates, and words that no list has."""

LONGEST = 52
ENDS = (
    *("CMN", "CMN", "CMN", "CMN CLASS A", "CMN CLASS B", "CMN CLASS C", "CL A", "CL B", "CLASS A", "CLASS B", "COM", "COM NEW", "INC", "INC CMN"),
    *("SHS", "ADR", "ADR CMN", "SPONSORED ADR CMN", "SPON ADR", "(NEW) CMN", "ORD", "REG SHS", "COMMON STOCK", "COM USD0.01", "PFD", "LP", "ETF"),
    *("CORP", "CORPORATION", "PLC", "LTD", "LLC", "CO", "& CO", "INC.", "CORP.", "N.V.", "S.A.", "AG", "HLDGS", "HOLDINGS", "GROUP", "TRUST", "FUND II"),
)
ISSUERS = ("CNTY", "CITY", "ST", "TWP", "")
BONDS = (
    *("ST GO", "ST REV", "CNTY GO", "INDPT SCH DIST", "SCH DIST", "WTR & SWR REV", "HSG FIN AUTH REV", "PUB BLDG AUTH", "UNIV REV", "ARPT REV"),
    *("CITY & CNTY", "HOSP AUTH REV", "TRANSN AUTH", "REGL SWR DIST REV", "ELEC REV", "MET TRANSN AUTH", "ISD GO", "COPS", "TOB SETTLEMENT"),
)
MONTHS_OF_PAYMENT = ("JJ", "FA", "MS", "AO", "MN", "JD")
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SMALL = "abcdefghijklmnopqrstuvwxyz"


class Texts:
    """Texts in the proportions in which lists have them. `names`: names of securities, a line each."""

    def __init__(self, chance, names):
        self.chance, self.names = chance, names
        self.words = sorted({word for name in names for word in name.split()})

    def any(self):
        chance = self.chance
        kinds = (self.security, self.bond, self.option, self.listed_words, self.unlisted_words, self.with_ticker, self.figures, self.date)
        (kind,) = chance.choices(kinds, (0.425, 0.085, 0.05, 0.1, 0.12, 0.035, 0.025, 0.16))
        style = chance.random()
        text = short(kind())
        text = text.upper() if style < 0.5 else text.lower() if style > 0.96 else text.title() if style > 0.9 else text
        return self.with_other_signs(text) if chance.random() < 0.15 else text

    def security(self):
        name = self.chance.choice(self.names)
        return f"{short(name)[: LONGEST - 12]} {self.chance.choice(ENDS)}" if self.chance.random() < 0.4 else name

    def bond(self):
        chance = self.chance
        rate = chance.choice((f"{chance.randint(1, 7)}%", f"{chance.randint(0, 7)}.{chance.randint(0, 9999):04}%", f"{chance.randint(1, 7)}.0000%", f"{chance.randint(0, 7)}.{chance.randint(0, 999):03}%", ""))
        due = f"{chance.randint(1, 12):02}/{chance.choice((1, 15, chance.randint(1, 31))):02}/{chance.choice(('', '20'))}{chance.randint(14, 52)}"
        parts = (chance.choice(self.words), chance.choice(ISSUERS), chance.choice(BONDS), rate, chance.choice((due, due, "")), chance.choice((*MONTHS_OF_PAYMENT, "")))
        return " ".join(part for part in parts if part).upper()

    def option(self):
        chance = self.chance
        kind, ticker = chance.choice(("CALL", "PUT")), self.ticker()
        strike = f"{chance.randint(5, 900)}{chance.choice(('', '.5', '.00', '.0'))}"
        due = f"{chance.randint(1, 12):02}/{chance.randint(1, 31):02}/20{chance.randint(14, 29)}"
        return chance.choice((f"{kind}/{ticker} @ {strike} EXP {due}", f"{kind} {ticker} ${strike} {due}", f"{kind}/{ticker} FLEX EURO PM @ {strike}"))

    def ticker(self):
        return "".join(self.chance.choice(CAPITALS) for _ in range(self.chance.randint(1, 5)))

    def with_ticker(self):
        return f"{self.chance.choice(self.names)} ({self.ticker()})"

    def listed_words(self):
        return " ".join(self.chance.choice(self.words) for _ in range(self.chance.randint(1, 5)))

    def unlisted_words(self):
        return " ".join(self.unlisted() for _ in range(self.chance.randint(1, 4)))

    def unlisted(self):
        """A word of letters that stand beside one another nowhere, so that the model learns shapes and not words."""
        chance = self.chance
        letters = chance.choice((CAPITALS, CAPITALS, SMALL, CAPITALS + SMALL, CAPITALS + "&.-'", "0123456789", CAPITALS + "0123456789"))
        word = "".join(chance.choice(letters) for _ in range(chance.randint(1, 9)))
        return word.capitalize() if letters == SMALL and chance.random() < 0.6 else word + chance.choice(("", "", "", "", ",", "."))

    def figures(self):
        chance = self.chance
        return chance.choice((f"{chance.randint(1, 99999):,} SHS", f"${chance.randint(1, 9999999):,}", f"TRADE#:{chance.randint(1, 99999):05}"))

    def date(self):
        chance = self.chance
        month, day, year = chance.randint(1, 12), chance.randint(1, 31), chance.randint(8, 32)
        between = chance.choices("/-.", (0.72, 0.2, 0.08))[0]
        front = f"{month}{between}{day}" if chance.random() < 0.45 else f"{month:02}{between}{day:02}"
        return front + between + (f"{2000 + year}" if chance.random() < 0.5 else f"{year:02}")

    def with_other_signs(self, text):
        """Points and commas where no list has them, so that the model sees and does not expect them."""
        return " ".join(self.with_other_sign(word) for word in text.split())

    def with_other_sign(self, word):
        core = word.rstrip(".,")
        if self.chance.random() < 0.7 or core == "" or not core[-1].isalpha():
            return word
        return core + self.chance.choice(("", ",", ".", ".,"))


def short(text):
    words = text.split()
    while len(" ".join(words)) > LONGEST and len(words) > 1:
        words.pop()
    return " ".join(words)[:LONGEST] or "A"
