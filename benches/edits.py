#!/usr/bin/env python3
"""How often memory tells the reason of a change before the place of that change is edited again.

Usage: benches/edits.py [--program PATH] [--most N] [--rows FILE] [--keep FOLDER] REPOSITORY...

Takes the reports and orders of benches/reports.py, with each repository's own code beside the memory that
is made of its messages. Each question begins three new sessions, whose prompt it is, and in which an agent
then changes the source file that the wanted commit changed most, tests last: with a tool for edits, which
replaces a line of that commit, and by a shell command. The third is an edit in a clone
whose memory is empty: there the commit itself is wanted.

Printed is, for questions whose record is the first result of `recall` and for the others, in how many sessions
the wanted record, or the commit that it was made of, was told by the prompt, and by the end of each edit; and how
many other records and commits. To the strangers, which are questions of the next repository, nothing is an answer.
"""

import collections
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

import telling
from applies import SOURCES
from reports import Changes, parser

PROMPT, EDIT, SHELL, EMPTY = "prompt", "edit", "shell command", "nothing imported"


class Edited(Changes):
    """A repository with the memory of its own messages."""

    def begin(self, records):
        clone(self, records)

    def place(self, identity):
        """The file that the commit of a record changed most, and a line that it brought; both still exist."""
        commit = self.commits[identity]
        change = ("diff", "--no-renames", f"{commit}^1", commit)
        changed = self.git(*change, "--name-only", at=self.at).split("\n")
        files = [path for path in changed if pathlib.Path(path).suffix in SOURCES and (self.at / path).is_file()]
        if not files:
            return None
        # Of those only, as a mirror may lack large files.
        told = self.git(*change, "--numstat", "--", *files, at=self.at).split("\n")
        rows = [line.split("\t") for line in told if line]
        path = max(rows, key=lambda row: ("test" not in row[2].lower(), row[0].isdigit() and int(row[0])))[2]
        patch = self.git(*change, "-U0", "--", path, at=self.at).split("\n")
        now = (self.at / path).read_text(errors="replace").split("\n")
        brought = [line[1:] for line in patch if line.startswith("+") and line[1:] in now and len(line.strip()) > 8]
        return path, brought[0] if brought else ""


    def same(self, told, identity):
        """Told ids, with a record's for the commit that it was made of."""
        return {identity if self.commits[identity].startswith(it) else it for it in told}


def clone(one, folder):
    """A clone of a set's code, with its files."""
    one.git("clone", "-q", "-s", "-n", str(one.code), str(folder), at=folder.parent)
    one.git("read-tree", "HEAD", at=folder)
    # A mirror may lack large files.
    subprocess.run(["git", "checkout-index", "-a", "-f", "-q"], cwd=folder, env=one.environment, capture_output=True)


class Empty(telling.Set):
    """A clone of the same code, whose memory has no record."""

    def __init__(self, other):
        self.program, self.environment, self.code = other.program, other.environment, other.code
        self.work = other.work.parent / "empty/work"
        if not self.at.exists():
            self.at.parent.mkdir()
            clone(self, self.at)
            self.memory("init", "-q")


def calls(at, name, text, path, line):
    """The prompt, and a way to change a file."""
    if name == SHELL:
        call = {"tool_name": "Bash", "tool_input": {"command": f"sed -i s/a/b/ {shlex.quote(path)}"}}
    else:
        edit = {"file_path": str(at.at / path), "old_string": line, "new_string": ""}
        call = {"tool_name": "Edit", "tool_input": edit}
    return ("user-prompt", {"prompt": text}), ("pre-tool-use", call)


def sessions(one, empty, text, place):
    """Ids that are told by the prompt, and by the end of each edit."""
    told = {PROMPT: one.told(text)}
    for name, at in ((EDIT, one), (SHELL, one), (EMPTY, empty)):
        told[name] = at.heard(*calls(at, name, text, *place))
    return told


def ask(one, empty, questions, count_of, rows):
    for text, identity in questions:
        if not (place := one.place(identity)):
            continue
        told = {name: one.same(ids, identity) for name, ids in sessions(one, empty, text, place).items()}
        is_first = [hit["id"] for hit in one.row(text)[:1]] == [identity]
        count = count_of["first" if is_first else "not first"]
        count["asked"] += 1
        for name, told_here in told.items():
            count[name] += identity in told_here
            count["others", name] += len(told_here - {identity})
        if rows:
            row = {"set": one.name, "text": text, "wanted": identity, "file": place[0], "is_first": is_first}
            print(json.dumps(row | {"told": {name: sorted(ids) for name, ids in told.items()}}), file=rows, flush=True)


def ask_strangers(one, empty, texts, count):
    """Asks what another project's change log says, at edits of this one's files."""
    places = [place for identity in sorted(one.commits) if (place := one.place(identity))]
    for text, place in zip(texts, places):
        count["asked"] += 1
        for name, told in sessions(one, empty, text, place).items():
            count[name] += bool(told)
            count["others", name] += len(told)


def main():
    arguments = parser(__doc__).parse_args()
    counts = {kind: collections.defaultdict(collections.Counter) for kind in ("reports", "orders", "strangers")}
    rows = open(arguments.rows, "w") if arguments.rows else None
    with tempfile.TemporaryDirectory() as folder:
        sets = []
        for nth, code in enumerate(arguments.repositories):
            below = (arguments.keep or pathlib.Path(folder).resolve()) / str(nth)
            below.mkdir(parents=True, exist_ok=True)
            one = Edited(code, arguments.program, below)
            sets.append((one, Empty(one)))
            for it in sets[-1]:
                it.told("warm up")
        for nth, (one, empty) in enumerate(sets):
            for kind in ("reports", "orders"):
                ask(one, empty, telling.sample(one.asked[kind], arguments.most, kind), counts[kind], rows)
            others = [question for kind in sets[(nth + 1) % len(sets)][0].asked.values() for question in kind]
            texts = [text for text, _ in telling.sample(others, arguments.most, "s")]
            ask_strangers(one, empty, texts, counts["strangers"]["-"])
            print(one.name, file=sys.stderr, flush=True)
    names = (PROMPT, EDIT, SHELL, EMPTY)
    print(f"{'':20} {'asked':>6}", *(f"{name + '; others':>26}" for name in names))
    for kind, groups in counts.items():
        for group, count in sorted(groups.items()):
            each = (f"{count[name]}; {count['others', name]}" for name in names)
            print(f"{kind + ', ' + group:20} {count['asked']:6}", *(f"{it:>26}" for it in each))


if __name__ == "__main__":
    main()
