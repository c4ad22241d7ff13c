#!/usr/bin/env python3
"""Search by words against search by words and meaning.

Usage: benches/meaning.py FOLDER MODEL [--questions FILE] [--program PROGRAM]

FOLDER has Markdown documents, MODEL is what `git memory model add` takes. A line of FILE is the
beginning of a document's name, a tab, and a question that paraphrases it; the default is for the
RFCs of Rust (github.com/rust-lang/rfcs). The documents are read in place in a new repository. Prints
the share of questions whose document is first, and among the first five, with intervals of 95 %, for
the odd lines (by which settings were chosen) and the even ones (which were not looked at).
"""

import argparse
import json
import math
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--questions", type=pathlib.Path, default=HERE / "meaning/rust-rfcs.tsv")
    parser.add_argument("--program", default=str(HERE.parent / "target/release/git-memory"))
    return parser.parse_args()


def interval(found, asked):
    """Wilson's interval."""
    if not asked:
        return 0.0, 0.0
    share, z = found / asked, 1.96
    middle = share + z * z / (2 * asked)
    width = z * math.sqrt(share * (1 - share) / asked + z * z / (4 * asked * asked))
    return tuple((middle + sign * width) / (1 + z * z / asked) for sign in (-1, 1))


def main():
    given = arguments()
    with tempfile.TemporaryDirectory() as top:
        top = pathlib.Path(top)
        home, repository = top / "home", top / "repository"
        home.mkdir()
        shutil.copytree(given.folder, repository / "docs/rfcs")
        environment = {"HOME": str(home), "PATH": os.environ["PATH"]}

        def run(*command):
            done = subprocess.run(command, cwd=repository, env=environment, capture_output=True, text=True)
            if done.returncode:
                raise SystemExit(f"{command}: {done.stderr}")
            return done.stdout

        run("git", "init", "-q")
        run("git", "config", "user.name", "A")
        run("git", "config", "user.email", "a@example.com")
        run(given.program, "init", "--root", "docs/rfcs")
        run("git", "add", "-A")
        run("git", "commit", "-q", "--no-verify", "-m", "Documents")
        lines = [line.split("\t") for line in given.questions.read_text().splitlines()]

        def measure(name):
            found = [[0, 0, 0], [0, 0, 0]]
            for nth, (begin, question) in enumerate(lines):
                hits = json.loads(run(given.program, "recall", "--json", "-n", "5", question))["hits"]
                names = [pathlib.Path(hit["record_path"]).name for hit in hits]
                places = [place for place, it in enumerate(names) if it.startswith(begin)]
                half = found[nth % 2]
                half[0] += 1
                half[1] += places[:1] == [0]
                half[2] += bool(places)
            for half, (asked, *shares) in zip(("odd", "even"), found):
                texts = [f"{it / asked:.3f} ({low:.2f} to {high:.2f})" for it in shares for low, high in [interval(it, asked)]]
                print(f"{name:30} {half:5} {asked:4}  first {texts[0]}  first five {texts[1]}")

        measure("words")
        run(given.program, "model", "add", str(given.model.resolve()))
        begin = time.monotonic()
        done = json.loads(run(given.program, "index", "--json"))
        print(f"{done['made']} vectors in {time.monotonic() - begin:.1f} s")
        measure(done["retrieval"])


main()
