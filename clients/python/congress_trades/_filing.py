"""Reads reports with the command line, if it is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any, Dict, Sequence


class FilingError(Exception):
    """The file is not a report, or cannot be read completely; `code` says why (docs/codes.md)."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def read_filing(
    path: "str | os.PathLike[str]", command: Sequence[str] = ("congress-trades",), timeout: float = 1800
) -> Dict[str, Any]:
    """Returns a House report (PDF) or Senate report (page) as ``congress-trades parse`` prints it; ``transactions`` has every line of its table as printed.

    :param command: the command to run, such as ``("npx", "congress-trades")``.
    :param timeout: in seconds; a long scan takes minutes.
    :raises FilingError: if the file is not such a report, or cannot be read completely.
    :raises FileNotFoundError: if the command is not installed.
    """
    program = shutil.which(command[0])
    if program is None:
        raise FileNotFoundError(f"{command[0]} is not installed. Reading reports needs the congress-trades command line (docs/install.md).")
    completed = subprocess.run(
        [program, *command[1:], "parse", os.fspath(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout
    )
    try:
        report: Dict[str, Any] = json.loads(completed.stdout)
    except ValueError:
        raise FilingError("command_failed", completed.stderr.decode("utf-8", "replace").strip()) from None
    if "error" in report:
        raise FilingError(report["error"]["code"], report["error"]["message"])
    return report
