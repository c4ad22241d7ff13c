#!/usr/bin/env python3
"""Search by words against search by words and meaning.

Usage: benches/meaning.py FOLDER MODEL [--questions FILE] [--program PROGRAM]
       benches/meaning.py --cost MODEL [--program PROGRAM]

FOLDER has Markdown documents, MODEL is what `git memory model add` takes. A line of FILE is the
beginning of a document's name, a tab, and a question that paraphrases it; the default is for the
RFCs of Rust (github.com/rust-lang/rfcs). The documents are read in place in a new repository. Prints
the share of questions whose document is first, and among the first five, with intervals of 95 %, for
the odd lines (by which settings were chosen) and the even ones (which were not looked at).

`--cost` prints what a model costs: making the vectors of 1,000 generated records of 1,500
characters, and a question among 10,000 of them, from a new process and of a server, with and without
the model. Processor time, as the clock disturbs it less, and the most memory.
"""

import argparse
import json
import math
import os
import pathlib
import random
import shutil
import statistics
import struct
import subprocess
import tempfile
import time
import types
import zlib

from delivered import words
from server import Server

HERE = pathlib.Path(__file__).resolve().parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--cost", action="store_true")
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


class Repository:
    """A new repository with memory, and its own home."""

    def __init__(self, top, program):
        self.program, self.at = program, top / "repository"
        self.at.mkdir(parents=True)
        (top / "home").mkdir()
        self.environment = {"HOME": str(top / "home"), "PATH": os.environ["PATH"]}
        self.run("git", "init", "-q")
        self.run("git", "config", "user.name", "A")
        self.run("git", "config", "user.email", "a@example.com")

    def run(self, *command):
        done = subprocess.run(command, cwd=self.at, env=self.environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{command}: {done.stderr}")
        return done.stdout

    def memory(self, *command):
        return self.run(self.program, *command)

    def commit(self):
        self.run("git", "add", "-A")
        self.run("git", "commit", "-q", "--no-verify", "-m", "Documents")

    def cost(self, *command):
        """Seconds of processor time, and the most megabytes."""
        child = subprocess.Popen([self.program, *command], cwd=self.at, env=self.environment, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


QUESTIONS = [words(random.Random(nth), 5) for nth in range(31)]
# As long words as people write: generated ones are many pieces.
PROSE = " ".join(" ".join(file.read_text().split()) for file in sorted((HERE.parent / "docs").glob("*.md")))


def records(top, program, count):
    """A repository with generated records of 1,500 characters."""
    repository = Repository(top, program)
    repository.memory("init")
    chance = random.Random(7)
    folder = repository.at / "memory/decisions"
    folder.mkdir(parents=True, exist_ok=True)
    for nth in range(count):
        begin = chance.randrange(len(PROSE) - 1500)
        body = f"{words(chance, 3)} {PROSE[begin : begin + 1480]}"[:1500]
        head = f"id: dec-{nth:06}\ntitle: {words(chance, 4)}\nstatus: active\nscope: project\ncreated: 2025-01-01\nupdated: 2025-01-01"
        (folder / f"r-{nth:06}.md").write_text(f"---\n{head}\n---\n{body}\n")
    repository.commit()
    return repository


def give(many, few):
    """Writes vectors for all records of a repository, those of another one again and again."""
    [kept] = (few.at / ".git/memory/by-blob").glob("vectors-*")
    rows, file = [], kept.read_bytes()
    place = head = file.index(b"\n") + 1
    while place < len(file):
        [length] = struct.unpack_from("<I", file, place)
        rows.append(file[place + 8 : place + 8 + length])
        place += 8 + length
    blobs = [line.split()[2] for line in many.run("git", "ls-tree", "-r", "HEAD", "memory/decisions").splitlines()]
    with open(many.at / ".git/memory/by-blob" / kept.name, "wb") as out:
        out.write(file[:head])
        for nth, blob in enumerate(blobs):
            old = rows[nth % len(rows)]
            row = bytes([20]) + bytes.fromhex(blob) + old[1 + old[0] :]
            out.write(struct.pack("<II", len(row), zlib.crc32(row)) + row)


def asked(repository):
    """Prints what a question costs: the first ones are not counted."""
    said = json.loads(repository.memory("recall", "--json", QUESTIONS[0]))["retrieval"]
    for question in QUESTIONS[:4]:
        repository.cost("recall", question)
    times, sizes = zip(*(repository.cost("recall", question) for question in QUESTIONS))
    print(f"{said}: a new process {statistics.median(times) * 1000:.1f} ms, {statistics.median(sizes):.1f} MB")
    with Server(types.SimpleNamespace(environment=repository.environment), repository.at, [repository.program]) as server:
        connection = server.connection()
        ask = lambda question: server.ask(connection, f"/recall?words={question.replace(' ', '+')}")
        for question in QUESTIONS:
            ask(question)
        begin = server.processor()
        clock = [ask(question)[0] for question in QUESTIONS * 4]
        spent = (server.processor() - begin) / len(clock)
        print(f"{said}: a server {spent * 1000:.1f} ms ({statistics.median(clock):.1f} by the clock), {server.memory()}")


def cost(model, program):
    with tempfile.TemporaryDirectory() as top:
        top = pathlib.Path(top)
        few, many = (records(top / str(count), program, count) for count in (1_000, 10_000))
        asked(many)
        for repository in (few, many):
            repository.memory("model", "add", str(model.resolve()))
        few.memory("recall", QUESTIONS[0])
        seconds, size = few.cost("index")
        print(f"vectors of 1,000 records: {seconds:.1f} s, {size:.1f} MB")
        give(many, few)
        asked(many)


def main():
    given = arguments()
    if given.cost:
        return cost(given.model, given.program)
    with tempfile.TemporaryDirectory() as top:
        repository = Repository(pathlib.Path(top), given.program)
        shutil.copytree(given.folder, repository.at / "docs/rfcs")
        repository.memory("init", "--root", "docs/rfcs")
        repository.commit()
        lines = [line.split("\t") for line in given.questions.read_text().splitlines()]

        def measure(name):
            found = [[0, 0, 0], [0, 0, 0]]
            for nth, (begin, question) in enumerate(lines):
                hits = json.loads(repository.memory("recall", "--json", "-n", "5", question))["hits"]
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
        repository.memory("model", "add", str(given.model.resolve()))
        begin = time.monotonic()
        done = json.loads(repository.memory("index", "--json"))
        print(f"{done['made']} vectors in {time.monotonic() - begin:.1f} s")
        measure(done["retrieval"])


main()
