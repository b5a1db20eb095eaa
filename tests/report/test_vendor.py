"""Programs of others in our pages are what their packages have, and come with their licences."""

import hashlib
import tomllib

from referee.report.page import GRAPHS, PLOTS, VENDOR, page

FILES = tomllib.loads((VENDOR / "vendored.toml").read_text(encoding="utf-8"))["file"]


def test_every_vendored_file_is_named_with_its_hash_and_licence():
    here = {each.name for each in VENDOR.iterdir() if each.suffix == ".js"}
    assert here == {each["name"] for each in FILES} == {*PLOTS, *GRAPHS}
    licences = (VENDOR / "LICENSES.txt").read_text(encoding="utf-8")
    for each in FILES:
        assert hashlib.sha256((VENDOR / each["name"]).read_bytes()).hexdigest() == each["sha256"], each["name"]
        assert f"{each['package']} {each['version']} ({each['licence']})" in licences


def test_a_file_that_was_changed_is_noticed(tmp_path):
    (tmp_path / "d3.min.js").write_bytes((VENDOR / "d3.min.js").read_bytes() + b" ")
    assert hashlib.sha256((tmp_path / "d3.min.js").read_bytes()).hexdigest() not in {each["sha256"] for each in FILES}


def test_a_program_cannot_end_its_element_and_its_hash_is_allowed():
    for name in (*PLOTS, *GRAPHS):
        assert "</script" not in (VENDOR / name).read_text(encoding="utf-8").lower()
    text = page("graph.html", title="x", data={}, scripts=(), libraries=GRAPHS, graph={
        "kinds": [], "edges": [], "matches": 0, "steps": 0, "undecided": 0}, nodes=[])  # fmt: skip
    policy = text.partition("script-src ")[2].partition(";")[0]
    assert policy.count("'sha256-") == text.count("<script>") == 2
    assert "unsafe" not in policy
    assert "sourceMappingURL" not in text
