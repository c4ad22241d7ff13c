#!/usr/bin/env python3
"""Which pairs of records are told to contradict each other, and which planted ones.

Usage: benches/opposed.py [--program PROGRAM] [--judged FILE] REPOSITORY[#FOLDER]...
       benches/opposed.py [--program PROGRAM] --planted

The decision records in the folder of each repository are imported; a repository without a folder has
a memory of its own. Printed is every pair that `git memory review --conflicts` tells: it is settled with
`related`, until nothing is left. `--judged` reads such lines that were judged by hand, with `+` before
a pair that cannot both be followed and `-` before any other: then they are counted, and pairs that are
not judged yet are marked with `?`.

`--planted` asks about the pairs of `benches/opposed.tsv`, each in a memory of its own: lines of two
decisions, of which some contradict each other (`opposite`) and some do not (`both`), in two halves. The
rules were written with the half `seen` in sight; what the other one says is what they are worth.
"""

import argparse
import collections
import json
import pathlib
import tempfile

from delivery import run, surroundings

PLANTED = pathlib.Path(__file__).with_name("opposed.tsv")


class Place:
    """A repository with a memory."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.environment = surroundings(program, folder)

    def git(self, *arguments):
        return run("git", *arguments, cwd=self.folder, env=self.environment)

    def memory(self, *arguments, text=None):
        return run(self.program, *arguments, cwd=self.folder, env=self.environment, text=text)

    def begin(self):
        self.git("init", "-q")
        self.memory("init", "-q")

    def clone(self, origin):
        """Clones a repository, with the texts of its folder."""
        origin, _, below = origin.partition("#")
        self.git("clone", "-q", "-n", str(pathlib.Path(origin).resolve()), str(self.folder))
        self.git("checkout", "-q", "HEAD", "--", below or "memory")
        self.memory("init", "-q")
        if below:
            self.memory("import", "adr", "-q", below)

    def told(self):
        return json.loads(self.memory("review", "--conflicts", "--json"))["pairs"]

    def all_told(self):
        """Every pair, settled so that the next ones are told."""
        while pairs := self.told():
            for pair in pairs:
                old = pair["other"]
                self.memory("set", "-q", pair["record"]["id"], f"related+={old['id']}")
                yield pair["record"]["title"], old["title"], old.get("sentences") or ["(both replaced one)"]


def planted(program):
    counts = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as folder:
        place = Place(program, pathlib.Path(folder))
        place.begin()
        for line in PLANTED.read_text().splitlines():
            if not line or line.startswith("#"):
                continue
            half, verdict, *decisions = line.split("\t")
            for decision in decisions:
                title, _, text = decision.partition(" // ")
                body = f"## Decision\n\n{text}\n".encode() if text else b"It was measured.\n"
                place.memory("add-decision", "-q", "--body-file", "-", "--", title, text=body)
            is_told = bool(place.told())
            place.git("rm", "-rqf", "memory/decisions")
            counts[half, verdict]["asked"] += 1
            counts[half, verdict]["told"] += is_told
            if is_told != (verdict == "opposite"):
                print(half, "told:" if is_told else "missed:", " | ".join(decisions), sep="\t")
    for (half, verdict), count in sorted(counts.items()):
        print(f"{half}, {verdict}: {count['told']} of {count['asked']} told")


def judged(file):
    """The verdict of each line that has one."""
    verdicts = {}
    for line in pathlib.Path(file).read_text().splitlines() if file else []:
        verdict, _, rest = line.partition("\t")
        if verdict in ("+", "-"):
            verdicts[rest] = verdict
    return verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="git-memory")
    parser.add_argument("--judged", help="pairs that were judged by hand")
    parser.add_argument("--planted", action="store_true", help="ask about the pairs of opposed.tsv")
    parser.add_argument("repositories", nargs="*", metavar="REPOSITORY[#FOLDER]")
    arguments = parser.parse_args()
    if arguments.planted:
        planted(arguments.program)
    verdicts, counts = judged(arguments.judged), collections.Counter()
    for origin in arguments.repositories:
        with tempfile.TemporaryDirectory() as folder:
            place = Place(arguments.program, pathlib.Path(folder))
            place.clone(origin)
            for later, earlier, sentences in place.all_told():
                name = pathlib.Path(origin.partition("#")[0]).resolve().parent.name
                line = "\t".join([name, later, earlier, *sentences])
                verdict = verdicts.get(line, "?")
                counts[verdict] += 1
                print(verdict, line, sep="\t", flush=True)
    if arguments.repositories:
        print(f"told: {counts.total()}, right: {counts['+']}, wrong: {counts['-']}, not judged: {counts['?']}")


if __name__ == "__main__":
    main()
