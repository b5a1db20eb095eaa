"""What tests of proofs share."""

from __future__ import annotations

import pytest

from referee.verify.symbolic.method import Meant


@pytest.fixture
def followed(monkeypatch):
    """Proofs by following live rules alone: nothing is proved on their meaning before."""
    monkeypatch.setattr("referee.verify.prove.method.proved_on_meaning", lambda *_: Meant())
