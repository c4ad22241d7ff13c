#!/usr/bin/env python3
"""Makes the repositories that scripts measure in.

Usage: perf/made.py FOLDER RECORDS COMMITS

Generated records of five kinds, half of them about one of a hundred folders and half about single files,
come in over the commits, of which one in five names a record. 'git memory' on PATH begins the memory.
"""

import os
import pathlib
import random
import subprocess
import sys

from measure import START

TOP = pathlib.Path(__file__).resolve().parent.parent
AREAS, FILES, RECORDS = 100, 20, 10_000
KINDS = [("decisions", "dec"), ("decisions", "dec"), ("conventions", "con"), ("lessons", "les"), ("open-loops", "loop"), ("recipes", "rec")]
WORDS = """cache index commit branch storage record merge event queue release server client retry limit page token
session worker parser schema column table lock thread socket buffer stream handle region shard replica leader quorum
timeout backoff budget signal module crate header cookie proxy router gateway bucket object secret key policy""".split()
SYLLABLES = [first + vowel + last for first in "bdfglmnprstvz" for vowel in "aeiou" for last in ("", "n", "r", "s")]
WHO = b"Bench <bench@example.org>"
FIRST = 1_500_000_000


def vocabulary():
    """Words and how often each is used: the nth one an nth as often as the first, as in any language."""
    chance = random.Random(3)
    rare = {"".join(chance.choices(SYLLABLES, k=chance.choice((2, 3, 3)))) for _ in range(6000)}
    known = [word for pair in zip(WORDS, sorted(rare)[::97]) for word in pair]
    known += sorted(rare - set(known), key=lambda word: chance.random())
    total, weights = 0.0, []
    for nth in range(len(known)):
        total += 1 / (nth + 10)
        weights.append(total)
    return known, weights


KNOWN, WEIGHTS = vocabulary()


def words(chance, count):
    return " ".join(chance.choices(KNOWN, cum_weights=WEIGHTS, k=count))


def record(chance, nth):
    """The path and the text of a record."""
    folder, prefix = KINDS[nth % len(KINDS)]
    area, file = nth % AREAS, (nth // AREAS) % FILES
    paths = f"src/area{area}/**" if nth // AREAS % 2 == 0 else f"src/area{area}/f{file}.rs"
    day = f"20{18 + nth % 7:02}-{1 + nth % 12:02}-{1 + nth % 28:02}"
    status = "open" if prefix == "loop" else "active"
    body = "\n\n".join(f"## {title}\n\n{words(chance, 40)}." for title in ("Decision", "Rationale"))
    head = f"id: {prefix}-{nth:06}\ntitle: {words(chance, 2)} of {words(chance, 2)}\nstatus: {status}\nscope: project"
    text = f"---\n{head}\npaths: [{paths}]\ncreated: {day}\nupdated: {day}\n---\n{body}\n"
    return f"memory/{folder}/r-{nth:06}.md", text.encode(), f"{prefix}-{nth:06}"


def stream(chance, commits, parent, records):
    """What `git fast-import` makes the history of: records come in over time, beside code."""
    contents = [[[f"let v{n} = {n};" for n in range(30)] for _ in range(FILES)] for _ in range(AREAS)]
    contents[0][0] = [f"let v{n} = {n};" for n in range(1000)]
    made, ids, bulk = 0, [], max(1, commits // 200)
    for nth in range(commits):
        files = []
        if nth == 0:
            for area in range(AREAS):
                for file in range(FILES):
                    files.append((f"src/area{area}/f{file}.rs", "\n".join(contents[area][file]).encode()))
        if nth % bulk == 0:
            until = min(records, max(1, records * (nth // bulk + 1) // min(200, commits)))
            for each in range(made, until):
                path, text, name = record(chance, each)
                files.append((path, text))
                ids.append(name)
            made = until
        area, file = (0, 0) if nth % 50 == 1 else (chance.randrange(AREAS), chance.randrange(FILES))
        lines = contents[area][file]
        lines[chance.randrange(len(lines))] = f"let {chance.choice(WORDS)} = {nth};"
        files.append((f"src/area{area}/f{file}.rs", "\n".join(lines).encode()))
        message = f"{words(chance, 5)}\n\n{words(chance, 20)}\n"
        if nth % 5 == 0:
            message += f"\nDecision: {ids[chance.randrange(len(ids))]}\n"
        message = message.encode()
        yield b"commit refs/heads/main\ncommitter %s %d +0000\ndata %d\n%s\n" % (WHO, FIRST + nth * 3600, len(message), message)
        if nth == 0:
            yield b"from %s\n" % parent
        for path, text in files:
            yield b"M 644 inline %s\ndata %d\n%s\n" % (path.encode(), len(text), text)
    yield b"done\n"


class Place:
    """Where everything happens: a home of its own, and a repository."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "home").mkdir(parents=True, exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self.environment = kept | {"HOME": str(folder / "home"), "GIT_CONFIG_NOSYSTEM": "1", "XDG_CACHE_HOME": str(folder / "home/cache")}
        if not (folder / "home/.gitconfig").exists():
            self.run("git", "config", "--global", "user.name", "Bench", cwd=folder)
            self.run("git", "config", "--global", "user.email", "bench@example.org", cwd=folder)
            self.run("git", "config", "--global", "gc.auto", "0", cwd=folder)

    def run(self, *command, cwd, **more):
        return subprocess.run(command, cwd=cwd, env=self.environment, check=True, capture_output=True, **more).stdout

    def begin(self, at, program, files):
        """Makes a repository with memory, and with files of these paths and bytes, and commits it."""
        at.mkdir()
        self.run("git", "init", "-q", "-b", "main", cwd=at)
        self.run(program, "init", "--no-hooks", cwd=at)
        for path, content in files:
            (at / path).parent.mkdir(parents=True, exist_ok=True)
            (at / path).write_bytes(content)
        self.run("git", "add", "-A", cwd=at)
        self.run("git", "commit", "-q", "-m", "Begin", cwd=at)

    def repository(self, name, commits, program, records=RECORDS):
        at = self.folder / name
        if at.exists():
            return at
        self.begin(at, program, [])
        parent = self.run("git", "rev-parse", "HEAD", cwd=at).strip()
        importer = subprocess.Popen(["git", "fast-import", "--quiet", "--done", "--force"], cwd=at, env=self.environment, stdin=subprocess.PIPE)
        for piece in stream(random.Random(7), commits, parent, records):
            importer.stdin.write(piece)
        importer.stdin.close()
        if importer.wait() != 0:
            raise SystemExit("git fast-import failed")
        self.run("git", "reset", "-q", "--hard", cwd=at)
        return at

    def took(self, command, cwd, given=b""):
        """Milliseconds by the clock and of processor time, and megabytes of memory, that a command takes."""
        run = [sys.executable, "-S", "-c", START, *command]
        processor, clock, memory, _ = self.run(*run, cwd=cwd, input=given).split()
        return float(clock), float(processor), float(memory)


def built():
    """The program, built here."""
    subprocess.run(["cargo", "build", "--quiet", "--release", "--locked"], cwd=TOP, check=True)
    return str(pathlib.Path(os.environ.get("CARGO_TARGET_DIR", TOP / "target")).resolve() / "release/git-memory")


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    at = pathlib.Path(sys.argv[1]).resolve()
    records, commits = map(int, sys.argv[2:])
    Place(at.parent).repository(at.name, commits, "git-memory", records)


if __name__ == "__main__":
    main()
