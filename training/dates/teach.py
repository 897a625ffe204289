"""Teaches the net of src/filings/imaging/text/date-net.ts: `python teach.py OUT.json`. See README.md."""

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

ASIDE = 8  # white columns on each side of a picture
BATCH, CHUNK = 64, 2000
# (how to draw, pictures, steps, highest rate of learning, seed)
ROUNDS = ((draw.FIRST, 100_000, 3500, 3e-3, 1), (draw.SECOND, 120_000, 4500, 2e-3, 2))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        shapes = ((1, 12, 3, 3), (12, 24, 3, 3), (24, 40, 3, 3), (40, 56, 3, 5), (56, 48, 1, 5), (48, len(draw.CHARACTERS) + 1, 1, 1))
        pads = ((1, 1), (1, 1), (1, 1), (0, 2), (0, 2), (0, 0))
        self.layers = nn.ModuleList(nn.Conv2d(a, b, (high, wide), padding=pad) for (a, b, high, wide), pad in zip(shapes, pads))
        self.norms = nn.ModuleList(nn.BatchNorm2d(shape[1]) for shape in shapes[:-1])
        self.dropped = nn.Dropout(0.1)

    def forward(self, planes):
        for at, (layer, norm) in enumerate(zip(self.layers, self.norms)):
            planes = functional.relu(norm(layer(self.dropped(planes) if at == 4 else planes)))
            if at < 3:
                planes = functional.max_pool2d(planes, (2, 2 if at == 0 else 1))
        return self.layers[-1](planes).squeeze(2)


def drawn(task):
    how, seed = task
    return draw.Drawer(seed, how).pictures(CHUNK)


def batch(pictures):
    width = max(ink.shape[1] for ink, _ in pictures) + 2 * ASIDE
    planes = np.zeros((len(pictures), 1, draw.HEIGHT, width + width % 2), np.float32)
    for at, (ink, _) in enumerate(pictures):
        planes[at, 0, :, ASIDE : ASIDE + ink.shape[1]] = ink / 255
    classes = torch.tensor([one for _, text in pictures for one in text])
    steps = torch.tensor([(ink.shape[1] + 2 * ASIDE) // 2 for ink, _ in pictures])
    return torch.from_numpy(planes), classes, torch.tensor([len(text) for _, text in pictures]), steps


def teach(net, pictures, steps, rate):
    # Pictures of a batch are of about the same width.
    pictures.sort(key=lambda picture: picture[0].shape[1])
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-3)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.1)
    chance = random.Random(1)
    net.train()
    for step in range(steps):
        first = chance.randrange(len(pictures) - 4 * BATCH)
        planes, classes, lengths, widths = batch([pictures[first + chance.randrange(4 * BATCH)] for _ in range(BATCH)])
        chances = functional.log_softmax(net(planes), 1).permute(2, 0, 1)
        loss = functional.ctc_loss(chances, classes, widths, lengths, zero_infinity=True)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        rates.step()
        if step % 100 == 0:
            print(step, round(loss.item(), 4), flush=True)


def kept(net):
    """Norms folded into their layers; each output's weights as bytes of -127 to 127 of its own unit."""
    layers = []
    for at, layer in enumerate(net.layers):
        weights, biases = layer.weight.detach().numpy(), layer.bias.detach().numpy()
        if at < len(net.norms):
            norm = net.norms[at]
            gain = norm.weight.detach().numpy() / np.sqrt(norm.running_var.numpy() + norm.eps)
            biases = (biases - norm.running_mean.numpy()) * gain + norm.bias.detach().numpy()
            weights = weights * gain[:, None, None, None]
        units = np.maximum(np.abs(weights).reshape(len(weights), -1).max(1), 1e-9) / 127
        units = np.array([float(f"{unit:.6g}") for unit in units])
        whole = np.clip(np.round(weights / units[:, None, None, None]), -127, 127).astype(np.int8)
        layers.append(
            {
                "shape": list(weights.shape),
                "units": units.tolist(),
                "biases": [float(f"{bias:.6g}") for bias in biases],
                "weights": base64.b64encode(whole.tobytes()).decode(),
            }
        )
    return {"layers": layers}


if __name__ == "__main__":
    torch.manual_seed(1)
    net = Net()
    for how, count, steps, rate, seed in ROUNDS:
        with multiprocessing.Pool() as pool:
            chunks = pool.map(drawn, [(how, 1000 * seed + chunk) for chunk in range(count // CHUNK)], chunksize=1)
        teach(net, [picture for chunk in chunks for picture in chunk], steps, rate)
    with open(sys.argv[1], "w", encoding="utf8") as file:
        json.dump(kept(net), file, indent=2)
        file.write("\n")
