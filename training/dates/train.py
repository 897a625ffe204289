"""Trains the network of src/filings/imaging/text/date-net.ts: `python train.py OUT.json`. See README.md."""

import base64
import json
import multiprocessing
import random
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import draw

PADDING = 8  # white columns on each side of a picture
BATCH, CHUNK = 64, 2000
# (drawing parameters, pictures, steps, maximum learning rate, seed)
ROUNDS = ((draw.FIRST, 100_000, 3500, 3e-3, 1), (draw.SECOND, 120_000, 4500, 2e-3, 2))


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        shapes = ((1, 12, 3, 3), (12, 24, 3, 3), (24, 40, 3, 3), (40, 56, 3, 5), (56, 48, 1, 5), (48, len(draw.CHARACTERS) + 1, 1, 1))
        pads = ((1, 1), (1, 1), (1, 1), (0, 2), (0, 2), (0, 0))
        self.layers = nn.ModuleList(nn.Conv2d(a, b, (high, wide), padding=pad) for (a, b, high, wide), pad in zip(shapes, pads))
        self.norms = nn.ModuleList(nn.BatchNorm2d(shape[1]) for shape in shapes[:-1])
        self.dropout = nn.Dropout(0.1)

    def forward(self, planes):
        for at, (layer, norm) in enumerate(zip(self.layers, self.norms)):
            planes = functional.relu(norm(layer(self.dropout(planes) if at == 4 else planes)))
            if at < 3:
                planes = functional.max_pool2d(planes, (2, 2 if at == 0 else 1))
        return self.layers[-1](planes).squeeze(2)


def draw_chunk(task):
    settings, seed = task
    return draw.Drawer(seed, settings).draw_pictures(CHUNK)


def make_batch(pictures):
    width = max(ink.shape[1] for ink, _ in pictures) + 2 * PADDING
    planes = np.zeros((len(pictures), 1, draw.HEIGHT, width + width % 2), np.float32)
    for at, (ink, _) in enumerate(pictures):
        planes[at, 0, :, PADDING : PADDING + ink.shape[1]] = ink / 255
    classes = torch.tensor([one for _, text in pictures for one in text])
    steps = torch.tensor([(ink.shape[1] + 2 * PADDING) // 2 for ink, _ in pictures])
    return torch.from_numpy(planes), classes, torch.tensor([len(text) for _, text in pictures]), steps


def train(net, pictures, steps, rate):
    # The pictures of each batch have about the same width.
    pictures.sort(key=lambda picture: picture[0].shape[1])
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-3)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.1)
    rng = random.Random(1)
    net.train()
    for step in range(steps):
        first = rng.randrange(len(pictures) - 4 * BATCH)
        planes, classes, lengths, widths = make_batch([pictures[first + rng.randrange(4 * BATCH)] for _ in range(BATCH)])
        log_probabilities = functional.log_softmax(net(planes), 1).permute(2, 0, 1)
        loss = functional.ctc_loss(log_probabilities, classes, widths, lengths, zero_infinity=True)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        rates.step()
        if step % 100 == 0:
            print(step, round(loss.item(), 4), flush=True)


def export_weights(net):
    """Returns the layers with their norms folded in; each output's weights are bytes from -127 to 127 with one scale."""
    layers = []
    for at, layer in enumerate(net.layers):
        weights, biases = layer.weight.detach().numpy(), layer.bias.detach().numpy()
        if at < len(net.norms):
            norm = net.norms[at]
            gain = norm.weight.detach().numpy() / np.sqrt(norm.running_var.numpy() + norm.eps)
            biases = (biases - norm.running_mean.numpy()) * gain + norm.bias.detach().numpy()
            weights = weights * gain[:, None, None, None]
        scales = np.maximum(np.abs(weights).reshape(len(weights), -1).max(1), 1e-9) / 127
        scales = np.array([float(f"{scale:.6g}") for scale in scales])
        int8_weights = np.clip(np.round(weights / scales[:, None, None, None]), -127, 127).astype(np.int8)
        layers.append(
            {
                "shape": list(weights.shape),
                "units": scales.tolist(),
                "biases": [float(f"{bias:.6g}") for bias in biases],
                "weights": base64.b64encode(int8_weights.tobytes()).decode(),
            }
        )
    return {"layers": layers}


if __name__ == "__main__":
    torch.manual_seed(1)
    net = Network()
    for settings, count, steps, rate, seed in ROUNDS:
        with multiprocessing.Pool() as pool:
            chunks = pool.map(draw_chunk, [(settings, 1000 * seed + chunk) for chunk in range(count // CHUNK)], chunksize=1)
        train(net, [picture for chunk in chunks for picture in chunk], steps, rate)
    with open(sys.argv[1], "w", encoding="utf8") as file:
        json.dump(export_weights(net), file, indent=2)
        file.write("\n")
