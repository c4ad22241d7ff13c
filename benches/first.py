#!/usr/bin/env python3
"""What the first hooks of an agent's session cost in a fresh clone, where nothing is kept yet.

Usage: benches/first.py [--rounds N] [--program PROGRAM] [--against PROGRAM] [--keep FOLDER] [--repository FOLDER]

Makes a repository of 5,000 commits, a third of them on branches that were merged, and 100 records that came in over
all of it, half of which were changed later. Each round clones it and asks one hook, in turn with two of git's own walks
through the same history. Prints medians in milliseconds, of processor time (git's processes included) and by the clock.

`--program` takes a built program instead of building one; `--against` takes another that answers the same in turn.
`--keep` makes the repository in a folder and finds it there again. `--repository` takes one that has a memory instead.
"""

import argparse
import json
import pathlib
import random
import shutil
import statistics
import subprocess
import tempfile
import time

from delivered import FIRST, WHO, Place, built, record, words

COMMITS, RECORDS, FILES = 5_000, 100, 1_500


class History:
    """Commands for `git fast-import` that make the history."""

    def __init__(self, chance, parent):
        self.chance, self.parent = chance, parent
        self.count, self.made, self.texts = 0, 0, {}
        # In which commit a record comes in, and in which half of them change.
        self.due = sorted(chance.sample(range(1, COMMITS), RECORDS * 3 // 2))

    def file(self):
        nth = self.chance.randrange(FILES)
        return f"src/area{nth % 30}/part{nth // 30 % 10}/f{nth}.rs"

    def code(self, path):
        lines = self.texts.get(path) or [f"let v{n} = {n};" for n in range(40)]
        lines[self.chance.randrange(len(lines))] = f"let {words(self.chance, 1)} = {self.count};"
        self.texts[path] = lines
        return path, "\n".join(lines).encode()

    def of_memory(self):
        """The records that come in or change in this commit."""
        files = []
        while self.due and self.due[0] <= self.count:
            self.due.pop(0)
            is_new = self.made < RECORDS and (self.made < 3 or self.chance.random() < 0.7)
            nth = self.made if is_new else self.chance.randrange(self.made)
            self.made += is_new
            path, text, _ = record(self.chance, nth)
            files.append((path, text))
        return files

    def commit(self, ref, files, begin=b""):
        message = words(self.chance, 6).encode()
        time = FIRST + self.count * 3600
        self.count += 1
        head = b"commit %s\nmark :%d\ncommitter %s %d +0000\n" % (ref, self.count, WHO, time)
        yield head + b"data %d\n%s\n" % (len(message), message) + begin
        for path, text in files:
            yield b"M 644 inline %s\ndata %d\n%s\n" % (path.encode(), len(text), text)
        yield b"\n"

    def changed(self):
        files = dict(self.code(self.file()) for _ in range(self.chance.choice((1, 1, 2, 3, 6))))
        return files | dict(self.of_memory())

    def __iter__(self):
        files = dict(self.code(f"src/area{n % 30}/part{n // 30 % 10}/f{n}.rs") for n in range(FILES))
        yield from self.commit(b"refs/heads/main", files.items(), b"from %s\n" % self.parent)
        while self.count < COMMITS:
            if self.chance.random() < 0.75:
                yield from self.commit(b"refs/heads/main", self.changed().items())
                continue
            # A branch of a few commits, beside a few of the main line.
            begin, brought = b"from :%d\n" % self.count, {}
            for nth in range(self.chance.randrange(1, 5)):
                files = self.changed()
                brought |= files
                yield from self.commit(b"refs/heads/side", files.items(), b"" if nth else begin)
            last = self.count
            for _ in range(self.chance.randrange(0, 5)):
                yield from self.commit(b"refs/heads/main", self.changed().items())
            yield from self.commit(b"refs/heads/main", brought.items(), b"merge :%d\n" % last)
        yield b"reset refs/heads/side\nfrom %s\n\ndone\n" % (b"0" * 40)


def repository(place, program):
    at = place.folder / "history"
    if at.exists():
        return at
    place.begin(at, program, [])
    parent = place.run("git", "rev-parse", "HEAD", cwd=at).strip()
    importer = subprocess.Popen(["git", "fast-import", "--quiet", "--done", "--force"], cwd=at, env=place.environment, stdin=subprocess.PIPE)
    for piece in History(random.Random(11), parent):
        importer.stdin.write(piece)
    importer.stdin.close()
    if importer.wait() != 0:
        raise SystemExit("git fast-import failed")
    # As a server has it: one pack, and no graph of commits, which a clone would not get.
    place.run("git", "-c", "gc.writeCommitGraph=false", "gc", "-q", cwd=at)
    place.run("git", "reset", "-q", "--hard", cwd=at)
    return at


def hooks(clone):
    """What the first hooks are given: a name, the arguments, and the input."""
    code = (path for ending in ("rs", "go", "ts", "py", "c") for path in clone.rglob(f"*.{ending}"))
    file = next(path for path in code if path.is_file())
    call = {"session_id": "first", "cwd": str(clone)}
    edit = {"tool_name": "Edit", "tool_input": {"file_path": str(file), "old_string": "a", "new_string": "b"}}
    return [
        ("session-start", {"hook_event_name": "SessionStart", "source": "startup"} | call),
        ("user-prompt", {"hook_event_name": "UserPromptSubmit", "prompt": "which retry limit does the queue have"} | call),
        ("pre-tool-use", {"hook_event_name": "PreToolUse"} | edit | call),
    ]


def wait_for_warm_up(clone):
    """Waits for what the first hook of a session has started: it would disturb the next one."""
    for _ in range(600):
        if (clone / ".git/memory/seen/warm").exists():
            return
        time.sleep(0.05)


def main():
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("--rounds", type=int, default=10)
    asked.add_argument("--program")
    asked.add_argument("--against")
    asked.add_argument("--keep", type=pathlib.Path)
    asked.add_argument("--repository", type=pathlib.Path)
    given = asked.parse_args()
    program = given.program or built()
    programs = {"first": program} | ({"against": given.against} if given.against else {})
    folder = given.keep or pathlib.Path(tempfile.mkdtemp())
    try:
        place = Place(folder.resolve())
        at = given.repository.resolve() if given.repository else repository(place, program)
        clone, took = place.folder / "clone", {}

        def measure(name, command, text=b""):
            took.setdefault(name, []).append(place.took(command, clone, text)[:2])

        for _ in range(given.rounds):
            for label, asked_program in programs.items():
                for nth in range(3):
                    shutil.rmtree(clone, ignore_errors=True)
                    place.run("git", "clone", "-q", str(at), str(clone), cwd=place.folder)
                    name, text = hooks(clone)[nth]
                    measure(f"{name}, {label}", [asked_program, "hook", name], json.dumps(text).encode())
                    if name == "session-start":
                        wait_for_warm_up(clone)
            measure("git log --oneline", ["git", "log", "--oneline"])
            measure("git log --first-parent -m --raw -- memory", ["git", "log", "--first-parent", "-m", "--raw", "--", "memory"])
            measure("the program's start", [program, "--version"])
        print("| | processor | clock |\n|---|---|---|")
        for name, times in took.items():
            clock, processor = (statistics.median(one) for one in zip(*times))
            print(f"| {name} | {processor:.0f} ms | {clock:.0f} ms |")
    finally:
        if not given.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
