"""Converts a published model to floating-point weights, so that it can be trained further: `python to_floats.py eng.lstm OUT.lstm`.

Published models have one byte per weight and one scale per row; lstmtraining accepts only 8-byte numbers. The file has the
format of Tesseract 4 and 5 (`Network::Serialize`, `WeightMatrix::Serialize`).
"""

import struct
import sys

INT8_WEIGHTS = 1  # flag: the weights are bytes
LAYER_LEARNING_RATES = 64  # flag: the network has a learning rate for each layer
# Number of bytes after the header of a layer without weights: the input's shape, a convolution's reach, a pool's steps.
WITHOUT_WEIGHTS = {"Input": 20, "Convolve": 8, "Maxpool": 8, "Reconfig": 8}
RECURRENT = ("LSTM", "SummLSTM")
CONNECTED = ("Tanh", "Softmax", "Relu", "Linear", "Logistic", "SoftmaxNoCTC")


class Model:
    def __init__(self, stored):
        self.stored, self.position, self.out = stored, 0, bytearray()

    def copy(self, layout):
        """Copies values unchanged, and returns the first."""
        values, raw = self.read(layout)
        self.out += raw
        return values[0]

    def read(self, layout):
        size = struct.calcsize("<" + layout)
        raw = self.stored[self.position : self.position + size]
        self.position += size
        return struct.unpack("<" + layout, raw), raw

    def copy_name(self):
        length = self.copy("I")
        return self.copy(f"{length}s").decode()

    def convert_network(self):
        self.copy("b")
        kind = self.copy_name()
        self.copy("2s")  # whether it is in training
        flags = self.copy("I")
        self.copy("12s")  # its inputs, outputs and weights
        self.copy_name()
        if kind in WITHOUT_WEIGHTS:
            self.copy(f"{WITHOUT_WEIGHTS[kind]}s")
        elif kind in RECURRENT:
            self.copy("i")
            for _ in range(4):
                self.convert_weights()
        elif kind in CONNECTED:
            self.convert_weights()
        else:
            for _ in range(self.copy("I")):
                self.convert_network()
            if flags & LAYER_LEARNING_RATES:
                self.copy(f"{4 * self.copy('I')}s")

    def convert_weights(self):
        (mode,), _ = self.read("B")
        if not mode & INT8_WEIGHTS:
            raise SystemExit("The weights are already floating-point numbers.")
        (rows, columns, _), _ = self.read("IIb")
        int8_values, _ = self.read(f"{rows * columns}b")
        (count,), _ = self.read("I")
        scales, _ = self.read(f"{count}d")
        self.out += struct.pack("<BIId", mode & ~INT8_WEIGHTS, rows, columns, 0.0)
        self.out += struct.pack(f"<{rows * columns}d", *(weight * scales[at // columns] for at, weight in enumerate(int8_values)))


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        model = Model(file.read())
    model.convert_network()
    model.copy_name()
    (flags,), _ = model.read("i")
    with open(sys.argv[2], "wb") as file:
        file.write(model.out + struct.pack("<i", flags & ~INT8_WEIGHTS) + model.stored[model.position :])
