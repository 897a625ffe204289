"""Gives a published model's weights as floating-point numbers, with which it can be taught on: `python as_floats.py eng.lstm OUT.lstm`.

Models are published with a byte for each weight and a scale for each row; lstmtraining takes them as numbers of eight bytes alone. The form of the
file is that of Tesseract 4 and 5 (`Network::Serialize`, `WeightMatrix::Serialize`).
"""

import struct
import sys

BYTES = 1  # the flag of weights in bytes
TAUGHT_BY_LAYER = 64  # the flag of a network that has a rate of learning for each layer
# Bytes that follow the head of a layer without weights: the shape of the input, the reach of a convolution, the steps of a pool.
PLAIN = {"Input": 20, "Convolve": 8, "Maxpool": 8, "Reconfig": 8}
RECURRENT = ("LSTM", "SummLSTM")
CONNECTED = ("Tanh", "Softmax", "Relu", "Linear", "Logistic", "SoftmaxNoCTC")


class Model:
    def __init__(self, stored):
        self.stored, self.at, self.out = stored, 0, bytearray()

    def kept(self, form):
        """Reads values and writes them as they are."""
        values, raw = self.read(form)
        self.out += raw
        return values[0]

    def read(self, form):
        size = struct.calcsize("<" + form)
        raw = self.stored[self.at : self.at + size]
        self.at += size
        return struct.unpack("<" + form, raw), raw

    def name(self):
        length = self.kept("I")
        return self.kept(f"{length}s").decode()

    def network(self):
        self.kept("b")
        kind = self.name()
        self.kept("2s")  # whether it learns
        flags = self.kept("I")
        self.kept("12s")  # its inputs, outputs and weights
        self.name()
        if kind in PLAIN:
            self.kept(f"{PLAIN[kind]}s")
        elif kind in RECURRENT:
            self.kept("i")
            for _ in range(4):
                self.weights()
        elif kind in CONNECTED:
            self.weights()
        else:
            for _ in range(self.kept("I")):
                self.network()
            if flags & TAUGHT_BY_LAYER:
                self.kept(f"{4 * self.kept('I')}s")

    def weights(self):
        (mode,), _ = self.read("B")
        if not mode & BYTES:
            raise SystemExit("its weights are floating-point numbers already")
        (rows, columns, _), _ = self.read("IIb")
        whole, _ = self.read(f"{rows * columns}b")
        (count,), _ = self.read("I")
        scales, _ = self.read(f"{count}d")
        self.out += struct.pack("<BIId", mode & ~BYTES, rows, columns, 0.0)
        self.out += struct.pack(f"<{rows * columns}d", *(weight * scales[at // columns] for at, weight in enumerate(whole)))


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        model = Model(file.read())
    model.network()
    model.name()
    (flags,), _ = model.read("i")
    with open(sys.argv[2], "wb") as file:
        file.write(model.out + struct.pack("<i", flags & ~BYTES) + model.stored[model.at :])
