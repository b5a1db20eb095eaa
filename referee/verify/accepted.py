"""Findings that an author accepts: ``properties/GAME.accepted.toml``, by fingerprint, each with a reason.

[[accepted]]
fingerprint = "0123456789ab"
finding = "shortage E-6 new-cards=different"
reason = "The rulebook says so itself in its notes."
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.kernel.input_files import read_toml
from referee.verify.findings import Finding


@dataclass(frozen=True, slots=True)
class Accepted:
    fingerprint: str
    finding: str
    reason: str


def load_accepted(path: Path) -> dict[str, Accepted]:
    """The accepted findings by fingerprint. BadInput names the file, the entry and what is wrong."""
    content, _ = read_toml(path, kind="a file of accepted findings")
    entries = content.get("accepted", [])
    if not isinstance(entries, list) or set(content) - {"accepted"}:
        raise BadInput(f"{path}: only [[accepted]] entries are known, not {', '.join(set(content) - {'accepted'})}")
    found: dict[str, Accepted] = {}
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise BadInput(f"{path}: 'accepted' holds entries of [[accepted]]")
        where = f"{path}: entry {number}"
        told = [entry.get(word) for word in ("fingerprint", "finding", "reason")]
        if not all(isinstance(each, str) and each.strip() for each in told):
            raise BadInput(f"{where}: fingerprint, finding and reason are wanted, each a text that is not empty")
        accepted = Accepted(*told)  # type: ignore[arg-type]
        if not re.fullmatch(r"[0-9a-f]{12}", accepted.fingerprint):
            raise BadInput(f"{where}: {accepted.fingerprint!r} is no fingerprint: 12 hexadecimal digits")
        found.setdefault(accepted.fingerprint, accepted)
    return found


def accepted_twice(path: Path) -> list[str]:
    """A line for each fingerprint that a file accepts more than once; the first of its reasons counts."""
    entries = read_toml(path, kind="a file of accepted findings")[0].get("accepted", [])
    counted = Counter([entry["fingerprint"] for entry in entries])
    return [
        f"{path}: {each} is accepted {number} times: the first reason counts, take the others out"
        for each, number in counted.items()
        if number > 1
    ]


def entry_of(finding: Finding, reason: str) -> str:
    """The text of an entry; a TOML basic string is a JSON one."""
    readings = [f"{slug}={value}" for slug, value in sorted(finding.readings.items())]
    words = " ".join([finding.trouble.value, finding.property_name, *finding.clauses, *readings, finding.about])
    said = " ".join(words.split())
    told = {"fingerprint": finding.fingerprint, "finding": said, "reason": reason}
    return "[[accepted]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in told.items())
