#!/usr/bin/env python3
"""How many changes of decision records a look at the code could tell at all.

Usage: benches/reach.py [--program PROGRAM] [--rows FILE] NAME=REPOSITORY#FOLDER...

Takes the arguments and the labels of benches/freshness.py, and asks git instead of the program: what does the
text of a record name, which of it did the code have when the text was last changed, and which of it does the
code lack when people changed the record (or at HEAD, if they did not)? Names are code in backticks, lines of
code blocks, words with the form of identifiers, and paths; sections about rejected options, links and the like
are left out. Code is every text file but prose and the folder of the records. This reads more names than the
program does, and lets each of them count, so it is an upper limit for judging by names.

Printed is, for the records that changed and for the others, how many name nothing, name nothing that the code
had, have all of their names still in the code, and lack one, two or more; how many name files of which more than
half of the lines are gone; how many of those that changed lack a name that the code had when the record was
written, however often its text was changed since; then what a rule tells that takes a record for changed from so
many names gone, from such a share of them, or from rewritten files.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from freshness import Project

PROSE = (".md", ".mdx", ".adoc", ".rst", ".txt", ".lock", ".svg", ".csv", ".snap")
LARGEST = 1 << 20
MOST = 64
LEFT_OUT = re.compile(r"(?i)^#+\s*(alternative|considered|options|pros|references|links|status|related|changelog"
                      r"|rejected|glossary|more information)")
SYMBOL = re.compile(r"\b(?:[A-Za-z]\w*(?:::|_)\w+(?:::\w+)*|[A-Za-z]*[a-z][A-Z]\w*)\b")
PATH = re.compile(r"(?<![\w/:.@-])(?:[\w.+-]+/)+[\w.+-]*\w|\b[\w-]+\.(?:rs|json|ya?ml|toml|tsx?|jsx?|py|go|rb|sh|java|kt|cs|sql|tf|proto|hs|ex|php|scala)\b")
COMMON = set("true false null none self this some string bool int void new return for while else class function def let "
             "const var import type".split())
WRITTEN = "gone since it was written"
LIMITS = [(count, share) for count in (1, 2, 3, 5) for share in (0, 0.25, 0.5, 0.75)]


def names(text):
    """What a text names: symbols and quotes, and paths."""
    kept, is_left_out, is_code, quotes = [], False, False, []
    for line in text.split("\n"):
        if line.strip().startswith(("```", "~~~")):
            is_code = not is_code
        elif is_code:
            quotes += [] if is_left_out else [line.strip()]
        elif line.startswith("#"):
            is_left_out = bool(LEFT_OUT.match(line))
        elif not is_left_out:
            kept.append(re.sub(r"\]\([^)]*\)|\w+://\S+|<!--.*?-->", "] ", line))
    prose = "\n".join(kept)
    spans = [span.strip().removesuffix("()") for span in re.findall(r"`([^`\n]+)`", prose)]
    paths = {found.strip("/") for found in PATH.findall(prose)}
    words = {re.split(r"::|[.#]", found)[-1] or found for found in [*SYMBOL.findall(prose), *spans]}
    found = [word for word in [*words, *quotes] if 3 <= len(word) <= 120 and word.lower() not in COMMON]
    found = [word for word in found if re.search(r"[A-Za-z]", word) and word not in paths]
    return list(dict.fromkeys(found))[:MOST], sorted(paths)[:MOST]


class Code(Project):
    """A clone whose code is read at several commits."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.blobs, self.known = {}, {}

    def code(self, revision):
        """The paths of a revision, and the text of its code; read once for the same tree."""
        tree = self.run("git", "rev-parse", f"{revision}^{{tree}}").strip()
        if tree in self.known:
            return self.known[tree]
        listed = self.run("git", "ls-tree", "-r", "-l", "-z", tree).split("\0")
        rows = [(*line.split("\t")[0].split(), line.split("\t", 1)[1]) for line in listed if line]
        paths = [row[4] for row in rows]
        wanted = [row[2] for row in rows if row[3].isdigit() and int(row[3]) < LARGEST and self.is_code(row[4])]
        self.read([blob for blob in wanted if blob not in self.blobs])
        self.known = dict(list(self.known.items())[-2:])
        self.known[tree] = paths, b"\n".join(self.blobs[blob] for blob in wanted)
        return self.known[tree]

    def is_code(self, path):
        return not path.lower().endswith(PROSE) and not path.startswith((self.records, "memory/"))

    def read(self, blobs):
        asked = subprocess.run(["git", "cat-file", "--batch"], cwd=self.at, env=self.environment, capture_output=True,
                               input="\n".join(blobs).encode())
        out, at = asked.stdout, 0
        for blob in blobs:
            head, _, _ = out[at:at + 200].partition(b"\n")
            at += len(head) + 1
            if head.endswith(b"missing"):
                self.blobs[blob] = b""
                continue
            size = int(head.split()[2])
            text = out[at:at + size]
            self.blobs[blob] = b"" if b"\0" in text[:8000] else text
            at += size + 1

    def reach(self, path, revision, is_generous):
        """Names of a record that the code had when its text was last changed, and those of them that it lacks."""
        symbols, paths = names(self.run("git", "show", f"{revision}:{path}"))
        row = {"named": len(symbols) + len(paths), "had": [], "gone": [], "rewritten": 0.0}
        if not row["named"]:
            return row
        commits = self.run("git", "log", "--format=%H", revision, "--", path).split()
        row |= self.compared(symbols, paths, commits[0], revision)
        if is_generous:
            row[WRITTEN] = self.compared(symbols, paths, commits[-1], revision)["gone"]
        return row

    def compared(self, symbols, paths, base, revision):
        (files, code), (files_now, code_now) = self.code(base), self.code(revision)
        had = [name for name in symbols if has(code, name)]
        gone = [name for name in had if not has(code_now, name)]
        had_paths = [name for name in paths if has_path(files, name)]
        gone += [name for name in had_paths if not has_path(files_now, name)]
        return {"had": had + had_paths, "gone": gone, "rewritten": self.rewritten(files, had_paths, base, revision)}

    def rewritten(self, files, named, base, revision):
        """Share of the lines of the named files that are gone."""
        named = [path for path in files if any(f"/{path}".endswith(f"/{name}") for name in named)]
        if not named:
            return 0.0
        empty = self.run("git", "hash-object", "-t", "tree", "--stdin", text=b"").strip()
        lines = self.lines(empty, base, named, 0)
        return self.lines(base, revision, named, 1) / max(lines, 1)

    def lines(self, old, new, paths, column):
        asked = ["git", "diff", "--numstat", "--no-renames", old, new, "--", *(f":(literal){path}" for path in paths)]
        # A mirror may lack large files.
        told = subprocess.run(asked, cwd=self.at, env=self.environment, capture_output=True).stdout.decode(errors="replace")
        fields = (line.split("\t") for line in told.splitlines())
        return sum(int(field[column]) for field in fields if field[column].isdigit())


def has(code, name):
    """True if code has a name, as a word of its own where it is one."""
    name, at = name.encode(), -1
    is_word = re.fullmatch(rb"\w+", name)
    while (at := code.find(name, at + 1)) >= 0:
        around = code[max(at - 1, 0):at] + code[at + len(name):at + len(name) + 1]
        if not is_word or not re.search(rb"\w", around):
            return True
    return False


def has_path(paths, name):
    return any(f"/{name}/" in f"/{path}/" for path in paths)


def kind(row):
    if not row["named"]:
        return "names nothing"
    if not row["had"]:
        return "names nothing that the code had"
    return ["all names are still there", "one is gone", "two or more are gone"][min(len(row["gone"]), 2)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="git-memory")
    parser.add_argument("--rows", type=argparse.FileType("w"), help="file for the names of each record")
    parser.add_argument("projects", nargs="+", metavar="NAME=REPOSITORY#FOLDER")
    arguments = parser.parse_args()
    rows = []
    for text in arguments.projects:
        with tempfile.TemporaryDirectory() as folder:
            project = Code(text, arguments.program, pathlib.Path(folder))
            for path, (revision, why) in sorted(project.questions().items()):
                row = {"project": project.name, "path": path, "why": why, "revision": revision}
                rows.append(row | project.reach(path, revision, bool(why)))
                if arguments.rows:
                    print(json.dumps(rows[-1]), file=arguments.rows, flush=True)
        print(project.name, file=sys.stderr, flush=True)
    report(rows)


def report(rows):
    changed = [it for it in rows if it["why"]]
    for label, of in (("changed", changed), ("stayed", [it for it in rows if not it["why"]])):
        print(f"{label}: {len(of)}")
        for name, count in collections.Counter(map(kind, of)).most_common():
            print(f"  {count:4} {name}")
        print(f"  {sum(it['rewritten'] > 0.5 for it in of):4} name files more than half of whose lines are gone")
    print(f"changed, and a name is gone since the record was written: {sum(bool(it.get(WRITTEN)) for it in changed)}")
    print("names gone, share of those that the code had: told, right, precision, recall")
    for count, share in LIMITS:
        told = [it for it in rows if len(it["gone"]) >= max(count, share * len(it["had"])) or it["rewritten"] > 0.5]
        right = sum(bool(it["why"]) for it in told)
        print(f"  {count}, {share:.2f}: {len(told):4} {right:4} {right / max(len(told), 1):.2f} {right / max(len(changed), 1):.2f}")


if __name__ == "__main__":
    main()
