#!/usr/bin/env python3
"""What it costs to put the record that decides in front of somebody.

Usage: benches/delivered.py [--rounds N] [--program PROGRAM] [--against PROGRAM] [--only WORD]
[--records N] [--keep FOLDER]

Makes two repositories of 10,000 generated records (or N) of five kinds, half of which are about one of a
hundred folders and half about single files: one with 20,000 commits, of which one in five names a
record, and one with a few commits. In each it asks what agents' hooks and people ask before they
change a file, from a new process and with warm caches, and prints medians in milliseconds, by the clock and of
processor time, the most memory of a question included. `blame` of a file of 1,000 lines is printed
beside `git blame`, what verdicts add as the difference to a copy whose records name no files, and the first
question of a fresh clone by itself.

`--program` takes a built program instead of building one; `--against` takes another that answers
the same in turn, so that a noisy machine disturbs both alike; it asks in a copy of the repository, as
two programs do not read what the other has kept. `--keep` makes the repositories in a folder and finds them there again.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
AREAS, FILES, RECORDS, COMMITS = 100, 20, 10_000, 20_000
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


def stream(chance, commits, parent):
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
            until = min(RECORDS, RECORDS * (nth // bulk + 1) // min(200, commits))
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


MEASURE = """
import os, sys, time
begun = time.perf_counter()
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
_, status, used = os.wait4(child, 0)
print((time.perf_counter() - begun) * 1000, (used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss)
"""


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

    def repository(self, name, commits, program):
        at = self.folder / name
        if at.exists():
            return at
        self.begin(at, program, [])
        parent = self.run("git", "rev-parse", "HEAD", cwd=at).strip()
        importer = subprocess.Popen(["git", "fast-import", "--quiet", "--done", "--force"], cwd=at, env=self.environment, stdin=subprocess.PIPE)
        for piece in stream(random.Random(7), commits, parent):
            importer.stdin.write(piece)
        importer.stdin.close()
        if importer.wait() != 0:
            raise SystemExit("git fast-import failed")
        self.run("git", "reset", "-q", "--hard", cwd=at)
        return at

    def took(self, command, cwd, given=b""):
        """Milliseconds by the clock and of processor time, and megabytes of memory, that a command takes."""
        given_file = self.folder / "input"
        given_file.write_bytes(given)
        # Between them a small program: a child begins with the memory of whoever starts it.
        with given_file.open() as input, (self.folder / "errors").open("w+") as errors:
            child = subprocess.Popen([sys.executable, "-S", "-c", MEASURE, *command], cwd=cwd, env=self.environment, stdin=input, stdout=subprocess.PIPE, stderr=errors)
            said, _ = child.communicate()
            errors.seek(0)
            if "warning" in (wrong := errors.read()):
                raise SystemExit(f"{command}: {wrong}")
        clock, processor, memory = said.split()[-3:]
        return float(clock), float(processor), int(memory) / 1024


def questions(at):
    """What is asked: a name, and what makes a command and its input for a round."""
    file = "src/area7/f3.rs"

    def hook(name, **more):
        event = "".join(word.capitalize() for word in name.split("-")).replace("UserPrompt", "UserPromptSubmit")

        def ask(program, nth):
            # A session is told of a record once.
            session = f"s{os.getpid()}-{nth}-{abs(hash(program))}"
            call = {"session_id": session, "cwd": str(at), "hook_event_name": event, **more}
            return [program, "hook", name], json.dumps(call).encode()

        return ask

    def plain(*arguments):
        return lambda program, nth: ([program, *(each.replace("NTH", str(nth)) for each in arguments)], b"")

    edit = {"tool_name": "Edit", "tool_input": {"file_path": str(at / file), "old_string": "a", "new_string": "b"}}
    return [
        ("the program's start", plain("--version")),
        ("git status", lambda _, nth: (["git", "status", "--short"], b"")),
        ("recall", plain("recall", "retry limit of the queue")),
        ("recall --rev HEAD", plain("recall", "--rev", "HEAD", "retry limit of the queue")),
        ("recall --for", plain("recall", "--for", file, "retry limit of the queue")),
        ("context --for --query --only", plain("context", "--for", file, "--query", "retry limit of queue NTH", "--only")),
        ("context, new", plain("context", "--max-chars", "1000NTH")),
        ("hook pre-tool-use", hook("pre-tool-use", **edit)),
        ("hook user-prompt", hook("user-prompt", prompt="which retry limit does the queue of the server have")),
        ("hook session-start", hook("session-start", source="startup")),
        ("hook subagent-start", hook("subagent-start", agent_type="general-purpose", prompt="change the retry limit")),
        ("show", plain("show", "dec-000307")),
        ("why", plain("why", file)),
        ("suggest --staged", plain("suggest", "--staged")),
        ("list", plain("list")),
        ("status", plain("status")),
        ("review", plain("review")),
        ("git blame", lambda _, nth: (["git", "blame", "src/area0/f0.rs"], b"")),
        ("blame", plain("blame", "src/area0/f0.rs")),
    ]


def places(place, at, programs):
    """The repository of each program: the first has the original, another a copy."""
    found = {}
    for nth, label in enumerate(programs):
        found[label] = at if nth == 0 else place.folder / f"{at.name}-{label}"
        if not found[label].exists():
            shutil.copytree(at, found[label], symlinks=True)
            shutil.rmtree(found[label] / ".git/memory", ignore_errors=True)
            place.run("git", "status", cwd=found[label])
    return found


def measure(place, at, programs, rounds, only):
    asked_in = places(place, at, programs)
    for each in asked_in.values():
        lines = (each / "src/area7/f3.rs").read_text()
        (each / "src/area7/f3.rs").write_text(lines + "\nlet staged = 1;")
        place.run("git", "add", "-A", cwd=each)
    print(f"| {at.name} | " + " | ".join(programs) + " | memory |\n|---|" + "---|" * (len(programs) + 1))
    asks = {label: questions(each) for label, each in asked_in.items()}
    for turn, (name, _) in enumerate(questions(at)):
        if only and only not in name:
            continue
        times, memory = {label: [] for label in programs}, 0
        for nth in range(rounds + 2):
            for label, program in programs.items():
                command, given = asks[label][turn][1](program, nth)
                clock, processor, most = place.took(command, asked_in[label], given)
                # The first ones make what later ones find.
                if nth > 1:
                    times[label].append((clock, processor))
                    memory = max(memory, most)
        medians = ["; ".join(f"{statistics.median(one):.1f}" for one in zip(*took)) for took in times.values()]
        print(f"| {name} | " + " | ".join(medians) + f" | {memory:.0f} MB |", flush=True)
    for each in asked_in.values():
        place.run("git", "reset", "-q", "--hard", cwd=each)


def first_question(place, at, programs, rounds):
    """The first question of a fresh clone: nothing is kept yet."""
    took = {label: [] for label in programs}
    for _ in range(rounds):
        for label, program in programs.items():
            clone = place.folder / "clone"
            shutil.rmtree(clone, ignore_errors=True)
            place.run("git", "clone", "-q", str(at), str(clone), cwd=place.folder)
            took[label].append(place.took([program, "recall", "retry limit of the queue"], clone))
            shutil.rmtree(clone, ignore_errors=True)
    for label, each in took.items():
        clock, processor, memory = zip(*each)
        print(f"a fresh clone's first question, {at.name}, {label}: {statistics.median(clock):.0f}; {statistics.median(processor):.0f} ms, {max(memory):.0f} MB", flush=True)


def verdicts(place, at, programs, rounds):
    """What the verdicts of ten hits add to a question: it is asked in turn where no record names files."""
    bare = place.folder / f"{at.name}-without-paths"
    if not bare.exists():
        place.run("git", "clone", "-q", str(at), str(bare), cwd=place.folder)
        for record in (bare / "memory").rglob("r-*.md"):
            lines = record.read_text().splitlines(keepends=True)
            record.write_text("".join(line for line in lines if not line.startswith("paths:")))
        place.run("git", "commit", "-q", "-a", "-m", "Name no files", cwd=bare)
    for label, program in programs.items():
        more = {"clock": [], "processor": []}
        for nth in range(rounds + 2):
            command = [program, "recall", "--limit", "10", "retry limit of the queue"]
            with_files, without = place.took(command, at), place.took(command, bare)
            if nth > 1:
                for which, (one, other) in zip(more.values(), zip(with_files, without)):
                    which.append(one - other)
        medians = ", ".join(f"{statistics.median(times):.1f} ms by the {name}" for name, times in more.items())
        print(f"what the verdicts of ten hits add, {at.name}, {label}: {medians}", flush=True)


def built():
    """The program, built here."""
    subprocess.run(["cargo", "build", "--quiet", "--release", "--locked"], cwd=TOP, check=True)
    return str(pathlib.Path(os.environ.get("CARGO_TARGET_DIR", TOP / "target")).resolve() / "release/git-memory")


def main():
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("--rounds", type=int, default=11)
    asked.add_argument("--program")
    asked.add_argument("--against")
    asked.add_argument("--only")
    asked.add_argument("--keep", type=pathlib.Path)
    asked.add_argument("--records", type=int, default=RECORDS)
    given = asked.parse_args()
    globals()["RECORDS"] = given.records
    program = given.program or built()
    programs = {"ms": program} | ({"against": given.against} if given.against else {})
    folder = given.keep or pathlib.Path(tempfile.mkdtemp())
    try:
        place = Place(folder.resolve())
        for name, commits in (("20,000 commits", COMMITS), ("few commits", 100)):
            at = place.repository(name.replace(" ", "-"), commits, program)
            measure(place, at, programs, given.rounds, given.only)
            if not given.only or given.only in "verdicts":
                verdicts(place, at, programs, given.rounds)
            if not given.only or given.only in "first":
                first_question(place, at, programs, given.rounds)
    finally:
        if not given.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
