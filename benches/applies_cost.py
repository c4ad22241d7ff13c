#!/usr/bin/env python3
"""What `git memory why FILE` and the hook before an edit cost, in processor time.

Usage: benches/applies_cost.py [--records N] [--commits N] [--covering N] [--rounds N] PROGRAM...

Makes a repository of generated records (10,000), of which some name one file by their paths (100), and of commits
(20,000), of which a tenth names a record; one commit brings all records, as an import does. Asked is about the file,
and about one that a few records name. Each program has a copy of its own, and they are asked in turn by new processes
with warm caches. Printed are medians in milliseconds: the time in the program and its children, and by the clock.
"""

import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

FILE, OTHER = "src/part0/file0.rs", "src/part1/file1.rs"


def history(records, commits, covering):
    """The stream of git fast-import."""
    chance = random.Random(1)
    words = ["".join(chance.choice("bcdfglmnprst") + chance.choice("aeiou") for _ in range(3)) for _ in range(3000)]
    files = [f"src/part{nth % 40}/file{nth}.rs" for nth in range(1000)]
    ids = [f"dec-{nth:06d}" for nth in range(records)]
    clock = iter(range(1_700_000_000, 2_000_000_000, 600))

    def text(most):
        return " ".join(chance.choices(words, k=most))

    def blob(path, content):
        return f"M 100644 inline {path}\ndata {len(content)}\n{content}\n"

    def commit(message, changes):
        return (f"commit refs/heads/main\ncommitter Bench <bench@example.org> {next(clock)} +0000\n"
                f"data {len(message)}\n{message}\n{changes}")

    yield commit("Begin", "".join(blob(path, f"struct Part{nth} {{}}\nfn open_{chance.choice(words)}() {{}}\n" * 8)
                                  for nth, path in enumerate(files)))
    memory = ""
    for nth, name in enumerate(ids):
        about = FILE if nth < covering else chance.choice(files)
        path = f"paths: ['{about}']\n" if nth < covering or nth % 3 == 0 else ""
        memory += blob(f"memory/decisions/{nth:06d}-{name}.md",
                       f"---\nid: {name}\ntitle: {text(6)}\nstatus: active\nscope: project\ncreated: 2023-11-14\n"
                       f"updated: 2023-11-14\n{path}---\n\n## Decision\n\n{text(40)}\n\n## Rationale\n\n{text(60)}\n")
    yield commit("Import the decisions", memory + blob(FILE, "struct Part0 {}\n"))
    for nth in range(commits):
        changed = {FILE} if nth % 100 == 0 else set()
        changed |= set(chance.sample(files, 3))
        cited = f"\n\nDecision: {chance.choice(ids)}" if nth % 10 == 0 else ""
        yield commit(f"{text(8)}\n\n{text(30)}{cited}",
                     "".join(blob(path, f"struct Part{nth} {{}}\n") for path in sorted(changed)))


class Asked:
    """A program in a copy of the repository."""

    def __init__(self, program, made, folder):
        self.name, self.at = program, folder / "repository"
        shutil.copytree(made, self.at)
        (folder / "bin").mkdir()
        (folder / "bin/git-memory").symlink_to(pathlib.Path(program).resolve())
        self.program = str(folder / "bin/git-memory")
        self.environment = {**os.environ, "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1",
                            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
        self.run("init", "-q", "--no-hooks")
        for _ in range(2):
            self.why(FILE)
            self.hook(FILE, 0)

    def run(self, *arguments, text=None):
        return subprocess.run([self.program, *arguments], cwd=self.at, env=self.environment, capture_output=True, input=text)

    def why(self, file):
        return self.run("why", file)

    def hook(self, file, nth):
        call = {"hook_event_name": "PreToolUse", "session_id": f"s{nth}-{time.time_ns()}", "cwd": str(self.at),
                "tool_name": "Edit", "tool_input": {"file_path": str(self.at / file), "old_string": "a", "new_string": "b"}}
        return self.run("hook", "pre-tool-use", text=json.dumps(call).encode())


def cost(ask):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = ask()
    clock, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr.decode())
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime), 1000 * clock


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name, value in (("records", 10_000), ("commits", 20_000), ("covering", 100), ("rounds", 10)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        made = folder / "made"
        subprocess.run(["git", "init", "-q", "-b", "main", str(made)], check=True)
        stream = "".join(history(given.records, given.commits, given.covering)).encode()
        subprocess.run(["git", "fast-import", "--quiet"], cwd=made, input=stream, check=True)
        subprocess.run(["git", "checkout", "-q", "main"], cwd=made, check=True)
        asked = []
        for nth, program in enumerate(given.programs):
            (folder / str(nth)).mkdir()
            asked.append(Asked(program, made, folder / str(nth)))
        for what, ask in (("why", lambda one, file, nth: one.why(file)), ("hook", Asked.hook)):
            for file in (FILE, OTHER):
                costs = [[] for _ in asked]
                for nth in range(given.rounds):
                    for one, known in zip(asked, costs):
                        known.append(cost(lambda: ask(one, file, nth)))
                for one, known in zip(asked, costs):
                    used, clock = (statistics.median(it) for it in zip(*known))
                    print(f"{what:5} {file:20} {used:7.1f} ms of processor, {clock:7.1f} by the clock  {one.name}", flush=True)


if __name__ == "__main__":
    main()
