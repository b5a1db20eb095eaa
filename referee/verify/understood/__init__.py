"""Whether the text of rules and properties is understood: an allow-list, for proofs and for enumerations.

What is not understood plays as before; what is proved or enumerated of it is not believed.
"""

from referee.verify.understood.complaints import Complaint
from referee.verify.understood.looking import only_looks
from referee.verify.understood.reader import HeldContainers, Reader, claim_text, names_in, rule_text, strange_rule
from referee.verify.understood.words import ENUMERATION, PROOF, Level

__all__ = [
    "ENUMERATION",
    "PROOF",
    "Complaint",
    "HeldContainers",
    "Level",
    "Reader",
    "claim_text",
    "names_in",
    "only_looks",
    "rule_text",
    "strange_rule",
]
