"""Reports read by the command line, where it is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any, Dict, Sequence


class FilingError(Exception):
    """A file is no report, or cannot be read whole: `code` says why (docs/codes.md)."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def read_filing(
    path: "str | os.PathLike[str]", command: Sequence[str] = ("congress-trades",), timeout: float = 1800
) -> Dict[str, Any]:
    """A report of the House (PDF) or the Senate (page), as ``congress-trades parse`` prints it: every line of its table as printed, in ``transactions``.

    :param command: the program, such as ``("npx", "congress-trades")``.
    :param timeout: seconds; a long scan takes minutes.
    :raises FilingError: for what is no such report, or cannot be read whole.
    :raises FileNotFoundError: where the command is not installed.
    """
    program = shutil.which(command[0])
    if program is None:
        raise FileNotFoundError(f"{command[0]} is not installed: reports are read by the command line of congress-trades (docs/install.md).")
    done = subprocess.run(
        [program, *command[1:], "parse", os.fspath(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout
    )
    try:
        report: Dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise FilingError("command_failed", done.stderr.decode("utf-8", "replace").strip()) from None
    if "error" in report:
        raise FilingError(report["error"]["code"], report["error"]["message"])
    return report
