#!/usr/bin/env python3
"""What the MCP server takes: its start, its list of tools, its memory.

Usage: benches/mcp.py [--rounds N] [--calls N] [--program PROGRAM] [--keep FOLDER]

Makes the repository of perf/made.py with a few commits, which has 10,000 generated records,
and one of ten. Prints how long it takes from the start of a server to its answer to `initialize` and
to `server/discover`, beside `git version`, medians in milliseconds; how long the list of tools is;
then, for each repository, how much memory a server has after its start, the list, and calls of
`memory_recall`: resident, and its own, which no file stands behind (`smaps_rollup`, Linux alone).
Of 10,000 records twice: from a server that finds what others have kept, and from one that has to read
everything first. `--keep` makes the repositories in a folder and finds them there again.
"""

import argparse
import json
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "perf"))
from made import KNOWN, Place, built, record

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
ABOUT = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": HELLO["clientInfo"],
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Server:
    """The server, and its client."""

    def __init__(self, place, at, program):
        self.begun, self.asked = time.perf_counter(), 0
        self.process = subprocess.Popen([program, "mcp"], cwd=at, env=place.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        if self.process.wait() != 0:
            raise SystemExit(f"the server ended with {self.process.returncode}")

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, parameters):
        """The line of an answer."""
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": parameters})
        while True:
            line = self.process.stdout.readline()
            answer = json.loads(line)
            if answer.get("id") == self.asked:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return line

    def greet(self):
        self.ask("initialize", HELLO)
        self.send({"method": "notifications/initialized"})

    def memory(self):
        """Megabytes: resident, and its own."""
        rollup = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        sizes = {line.split(":")[0]: int(line.split()[1]) * 1024 / 1e6 for line in rollup.splitlines()[1:]}
        return f"{sizes['Rss']:.1f} | {sizes['Anonymous']:.1f}"


def started(place, at, program, method, parameters):
    """The milliseconds from the start of a server to its first answer."""
    with Server(place, at, program) as server:
        server.ask(method, parameters)
        return (time.perf_counter() - server.begun) * 1000


def small(place, program):
    """A repository of ten records."""
    at = place.folder / "small"
    if not at.exists():
        place.begin(at, program, [record(random.Random(nth), nth)[:2] for nth in range(10)])
    return at


def memory(place, at, program, what, calls):
    chance = random.Random(5)
    with Server(place, at, program) as server:
        server.greet()
        print(f"| {what}: `initialize` | {server.memory()} |")
        server.ask("tools/list", {})
        print(f"| {what}: `tools/list` | {server.memory()} |")
        for nth in range(1, calls + 1):
            query = " ".join(chance.sample(KNOWN[:400], 2))
            answer = json.loads(server.ask("tools/call", {"name": "memory_recall", "arguments": {"words": query}}))
            if answer["result"].get("isError"):
                raise SystemExit(answer)
            if nth in (1, calls // 10, calls):
                print(f"| {what}: {nth} of `memory_recall` | {server.memory()} |", flush=True)


def main():
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("--rounds", type=int, default=11)
    asked.add_argument("--calls", type=int, default=300)
    asked.add_argument("--program")
    asked.add_argument("--keep", type=pathlib.Path)
    given = asked.parse_args()
    program = given.program or built()
    folder = given.keep or pathlib.Path(tempfile.mkdtemp())
    try:
        place = Place(folder.resolve())
        ten, many = small(place, program), place.repository("few-commits", 100, program)
        place.run(program, "recall", "anything", cwd=many)
        ways = {
            "initialize": ("initialize", HELLO),
            "server/discover": ("server/discover", {"_meta": ABOUT}),
        }
        took = {name: [] for name in [*ways, "git version"]}
        for _ in range(given.rounds):
            for name, way in ways.items():
                took[name].append(started(place, many, program, *way))
            took["git version"].append(place.took(["git", "version"], many)[0])
        for name, times in took.items():
            print(f"from the start to the answer, {name}: {statistics.median(times):.1f} ms, at most {max(times):.1f}")
        with Server(place, ten, program) as server:
            server.greet()
            print(f"the list of tools: {len(server.ask('tools/list', {}))} bytes")
        print("| MB | resident | its own |\n|---|---|---|")
        memory(place, ten, program, "ten records", given.calls)
        memory(place, many, program, "10,000 records", given.calls)
        # What is kept may be deleted at will.
        shutil.rmtree(many / ".git/memory")
        memory(place, many, program, "10,000 records, nothing kept", given.calls)
    finally:
        if not given.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
