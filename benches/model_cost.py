#!/usr/bin/env python3
"""The cost of search by meaning.

Usage: benches/model_cost.py MODEL [--program PROGRAM]

MODEL is what `git memory model add` takes. Prints what a model costs: making the vectors of 1,000
generated records of 1,500 characters, and a question among 10,000 of them, from a new process and of
a server, with and without the model. Processor time, as the clock disturbs it less, and the most
memory.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import types
import zlib

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "perf"))
from made import words
from server import Server

HERE = pathlib.Path(__file__).resolve().parent


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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--program", default=str(HERE.parent / "target/release/git-memory"))
    given = parser.parse_args()
    cost(given.model, given.program)


if __name__ == "__main__":
    main()
