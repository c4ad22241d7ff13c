#!/usr/bin/env python3
"""What pages in roots cost beside records.

Usage: benches/roots.py [--rounds N] [--program PROGRAM] [--pages N]

Makes two repositories with the same 10,000 texts: in one they are records below memory/, in the other pages
of a root. Runs each command in both in turn, from a new process and with warm caches, and prints medians of processor
time in milliseconds and their ratio, and the ratio by the clock. Fails where the first is above 1.2.

`--program` takes a built program instead of building one.
"""

import argparse
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 1.2
ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"
WORDS = """cache index commit branch storage record merge event queue release server client retry limit page token session
worker parser schema column table lock thread socket buffer stream handle region shard replica leader quorum timeout""".split()
COMMANDS = [
    ["list"],
    ["list", "--status", "superseded"],
    ["list", "--count"],
    ["recall", "retry limit of the queue"],
    ["context", "--query", "retry limit of the queue"],
    ["get-context", "--topics", "decisions"],
    ["status"],
]


def processor():
    """Seconds of processor time that finished children have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def texts(count):
    """A record's front matter, and the text that a record and a page share, for each."""
    chance = random.Random(7)
    made = []
    for nth in range(count):
        title = " ".join(chance.choices(WORDS, k=4)).capitalize()
        body = "\n\n".join(" ".join(chance.choices(WORDS, k=30)) + "." for _ in range(2))
        status = "superseded" if nth % 10 == 0 else "active"
        part = "".join(chance.choices(ALPHABET, k=6))
        keys = f"title: {title} {nth}\nstatus: {status}\nupdated: 2026-0{nth % 9 + 1}-11\n"
        made.append((part, keys, f"\n## Decision\n\n{body}\n"))
    return made


def run(folder, home, *arguments, **more):
    environment = {"PATH": os.environ["PATH"], "HOME": home, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def repository(folder, home, program, made, is_root):
    folder.mkdir()
    run(folder, home, "git", "init", "-q")
    for key, value in (("user.name", "Bench"), ("user.email", "bench@example.org")):
        run(folder, home, "git", "config", key, value)
    run(folder, home, program, "init", "-q")
    under = folder / ("docs/adr" if is_root else "memory/decisions")
    under.mkdir(parents=True)
    for nth, (part, keys, body) in enumerate(made):
        head = "" if is_root else f"id: dec-{part}\nscope: project\n"
        (under / f"{nth:05}-{part}.md").write_text(f"---\n{head}{keys}---\n{body}")
    if is_root:
        (folder / "memory/config.yaml").write_text("roots:\n  - docs/adr\n")
    run(folder, home, "git", "add", "-A")
    run(folder, home, "git", "commit", "-q", "--no-verify", "-m", "All of them")
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--program")
    given = parser.parse_args()
    if given.program is None:
        subprocess.run(["cargo", "build", "-q", "--release", "--locked"], cwd=TOP, check=True)
    program = given.program or TOP / "target/release/git-memory"
    is_worse = False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home, made = folder, texts(given.pages)
        both = [
            repository(pathlib.Path(folder) / name, home, program, made, name == "roots")
            for name in ("records", "roots")
        ]
        for command in COMMANDS:
            times, clocks = [[], []], [[], []]
            for nth in range(given.rounds + 2):
                for took, clock, where in zip(times, clocks, both):
                    start, used = time.perf_counter(), processor()
                    run(where, home, program, *command)
                    if nth >= 2:
                        took.append((processor() - used) * 1000)
                        clock.append((time.perf_counter() - start) * 1000)
            records, roots = map(statistics.median, times)
            ratio = roots / records
            by_clock = statistics.median(clocks[1]) / statistics.median(clocks[0])
            is_worse |= ratio > LIMIT
            print(
                f"{' '.join(command)}: records {records:.1f} ms, roots {roots:.1f} ms, ratio {ratio:.2f}, by the clock {by_clock:.2f}",
                flush=True,
            )
    sys.exit(f"a ratio is above {LIMIT}" if is_worse else 0)


if __name__ == "__main__":
    main()
