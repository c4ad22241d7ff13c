#!/usr/bin/env python3
"""What it costs to verify code against the checks of records.

Usage: benches/verify.py [--rounds N] [--program PROGRAM] [--files N] [--checks N] [--commits N]

Makes a repository of 10,000 generated source files (2 to 12 KB each), ten decisions with 50 checks together (half
of them about all files, half about one folder), and 10,000 commits of ten files each, of which one in the middle
breaks a check. Measures from a new process: `verify` with nothing kept, with everything kept, and after a commit of
ten files; `verify --bisect` with nothing kept; and `git grep` with the same patterns and `git status`, to compare.
Prints medians in milliseconds, by the clock and of processor time. Fails where the bisection names another commit
than the one that broke the check.

`--program` takes a built program instead of building one.
"""

import argparse
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "perf"))
from made import FIRST, WHO, Place, built, words

PATTERNS = ["use {0}::client", "{0}\\.unwrap\\(\\)", "\\b{0}_legacy\\b", "(?i)todo.*{0}", "^\\s*import {0}"]


def source(chance):
    lines = [f"{words(chance, 1)}({words(chance, 1)}, {words(chance, 1)});" for _ in range(chance.randrange(80, 480))]
    return "\n".join(lines).encode()


def patterns(count):
    names = [f"zz{nth}" for nth in range(count)]
    return [PATTERNS[nth % len(PATTERNS)].format(name) for nth, name in enumerate(names)]


def record(nth, checks):
    lines = [f"- forbid: '{pattern}'\n  in: ['{glob}']\n" for pattern, glob in checks]
    head = f"---\nid: dec-{nth:06}\ntitle: Rule {nth}\nstatus: active\nscope: project\nupdated: 2026-01-01\nchecks:\n"
    return f"{head}{''.join(lines)}---\n\n## Rationale\n\nSo it is.\n".encode()


def stream(chance, commits, paths, parent, broken):
    """Commits of ten files each, for git fast-import; `broken` is written into the middle one."""
    for nth in range(commits):
        yield b"commit refs/heads/main\ncommitter %s %d +0000\ndata 6\nChange\n" % (WHO, FIRST + nth)
        if nth == 0:
            yield b"from %s\n" % parent
        for path in chance.sample(paths, 10):
            content = source(chance)
            yield b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(content), content)
        # Kept out of the other commits' hands.
        if nth == commits // 2:
            yield b"M 100644 inline src/broken.rs\ndata %d\n%s\n" % (len(broken), broken)
    yield b"done\n"


def took(run):
    """Milliseconds by the clock and of processor time."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (time.perf_counter() - start) * 1000, used * 1000


def main():
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("--rounds", type=int, default=11)
    asked.add_argument("--program")
    for name, count in (("files", 10_000), ("checks", 50), ("commits", 10_000)):
        asked.add_argument(f"--{name}", type=int, default=count)
    given = asked.parse_args()
    program, chance = given.program or built(), random.Random(11)
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        place, at = Place(folder), folder / "project"
        paths = [f"src/{nth % 100:02}/{nth:05}.rs" for nth in range(given.files)]
        rules = patterns(given.checks)
        checks = [(rule, "src/**" if nth % 2 else f"src/{nth % 100:02}/**") for nth, rule in enumerate(rules)]
        checks[1] = ("\\bbroken_here\\b", "src/**")
        records = [(f"memory/decisions/{nth}.md", record(nth, checks[nth::10])) for nth in range(10)]
        place.begin(at, program, [(path, source(chance)) for path in paths] + records)
        parent = place.run("git", "rev-parse", "HEAD", cwd=at).strip()
        importer = subprocess.Popen(["git", "fast-import", "--quiet", "--done", "--force"], cwd=at, env=place.environment, stdin=subprocess.PIPE)
        for piece in stream(chance, given.commits, paths, parent, b"broken_here\n"):
            importer.stdin.write(piece)
        importer.stdin.close()
        if importer.wait() != 0:
            raise SystemExit("git fast-import failed")
        place.run("git", "reset", "-q", "--hard", cwd=at)
        kept = at / ".git/memory/by-blob/checks"

        def call(*command, ok=(0, 1)):
            done = subprocess.run(command, cwd=at, env=place.environment, capture_output=True, text=True)
            if done.returncode not in ok:
                raise SystemExit(f"{command}: {done.stderr}")
            return done.stdout

        def fresh():
            kept.unlink(missing_ok=True)

        def commit():
            for path in chance.sample(paths, 10):
                (at / path).write_bytes(source(chance))
            place.run("git", "commit", "-q", "-am", "Change", cwd=at)

        grep = [word for rule in rules for word in ("-e", rule.replace("(?i)", ""))]
        rows = [
            ("verify, nothing kept", fresh, [program, "verify"]),
            ("verify, everything kept", lambda: None, [program, "verify"]),
            ("verify, after a commit of ten files", commit, [program, "verify"]),
            ("verify --bisect, nothing kept", fresh, [program, "verify", "--bisect", "dec-000001"]),
            ("git grep with the same patterns", lambda: None, ["git", "grep", "-nP", *grep]),
            ("git status", lambda: None, ["git", "status", "--short"]),
        ]
        times = [[] for _ in rows]
        for _ in range(given.rounds):
            for (_, before, command), measured in zip(rows, times):
                before()
                measured.append(took(lambda: call(*command)))
        for (name, _, _), measured in zip(rows, times):
            clock, used = (statistics.median(values) for values in zip(*measured))
            print(f"{name}: {clock:.0f} ms, {used:.0f} of processor time")
        culprit = call("git", "log", "--format=%H", "--diff-filter=A", "--", "src/broken.rs").strip()
        named = call(program, "verify", "--bisect", "dec-000001").split()[0]
        if named != culprit:
            raise SystemExit(f"the bisection names {named}, not {culprit}")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
