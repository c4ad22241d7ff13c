#!/usr/bin/env python3
"""What the local server and the static site take.

Usage: perf/server.py [--requests N] [--rate N] [--writers N] [--core N] [--program PROGRAM]
[--repository FOLDER]

Makes a repository of 10,000 generated records and a hundred commits, or takes one. Starts the
server some times, and prints how long it takes from there to the end of the first page. Asks for
each record once, as a server that has been at work for a while. Sends mixed reads at a rate over
four connections, as fast as they are answered with `--rate 0`, and prints how long answers take, and
how much memory the server has after a tenth, half and all of them: resident, and what is private and
was written to. `--writers` has so many write notes all the time beside the reads; what they were told
is written has to be there at the end. `--core` lets the server run on this core alone (taskset(1)).
Then prints how long a page takes and how large it is; then how long `git memory site` takes, and how
large the site is.
"""

import argparse
import http.client
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

from made import KNOWN, Place, built, words

CONNECTIONS, STARTS = 4, 7
PAGES = ["index", "search", "timeline", "map", "history", "review", "runs"]


class Server:
    """The server, and who asks it."""

    def __init__(self, place, at, command):
        self.begun = time.perf_counter()
        self.process = subprocess.Popen([*command, "serve", "--port", "0"], cwd=at, env=place.environment, stdout=subprocess.PIPE, text=True)
        address = self.process.stdout.readline().strip()
        self.host, _, self.token = address.removeprefix("http://").partition("/?token=")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def ask(self, connection, path, body=None):
        """The milliseconds and the bytes of an answer."""
        start = time.perf_counter()
        connection.request("POST" if body else "GET", path, body, headers={"Authorization": f"Bearer {self.token}"})
        answer = connection.getresponse()
        document = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {document[:200]}")
        return (time.perf_counter() - start) * 1000, document

    def connection(self):
        return http.client.HTTPConnection(self.host, timeout=60)

    def memory(self):
        """Megabytes: resident, and private and written to."""
        rollup = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in rollup.splitlines()[1:]}
        return f"{sizes['Rss']:.1f} MB, {sizes['Private_Dirty']:.1f} of them private and written to"

    def processor(self):
        """Seconds of processor time so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def first_page(place, at, command):
    """The milliseconds from the start of a server to the end of its first page."""
    with Server(place, at, command) as server:
        server.ask(server.connection(), "/page/index.html")
        return (time.perf_counter() - server.begun) * 1000


def reads(chance, ids):
    """Mixed reads: most of them search or show."""
    one, other = chance.sample(KNOWN[:400], 2)
    return chance.choices(
        [f"/recall?words={one}+{other}", f"/records/{chance.choice(ids)}", "/records?most=20&kinds=decision", "/workspace/context", "/summary", "/policy"],
        weights=[4, 4, 1, 1, 1, 1],
    )[0]


def together(count, work):
    threads = [threading.Thread(target=work, args=(nth,)) for nth in range(count)]
    for thread in threads:
        thread.start()
    return threads


def load(server, ids, count, rate):
    """The milliseconds of all reads, sorted, and the seconds in which they were answered."""
    taken, lock, begun = [], threading.Lock(), time.perf_counter()
    todo = iter(range(count))

    def work(seed):
        chance, connection = random.Random(seed), server.connection()
        while True:
            with lock:
                nth = next(todo, None)
            if nth is None:
                return
            # What comes late counts as late: from when it was to be asked.
            due = begun + nth / rate if rate else time.perf_counter()
            time.sleep(max(0, due - time.perf_counter()))
            server.ask(connection, reads(chance, ids))
            with lock:
                taken.append((time.perf_counter() - due) * 1000)
                if len(taken) in (count // 10, count // 2, count):
                    print(f"after {len(taken)} reads: {server.memory()}", flush=True)

    for thread in together(CONNECTIONS, work):
        thread.join()
    return sorted(taken), time.perf_counter() - begun


def writing(server, count):
    """Begins to write notes with so many clients; what ends them and gives what they were told."""
    over, told = threading.Event(), []

    def work(seed):
        chance, connection = random.Random(seed), server.connection()
        while not over.is_set():
            note = {"kind": "note", "title": words(chance, 4), "body": words(chance, 200)}
            took, document = server.ask(connection, "/records", json.dumps(note))
            told.append((took, json.loads(document)["id"]))

    threads = together(count, work)

    def end():
        over.set()
        for thread in threads:
            thread.join()
        return told

    return end


def main():
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("--requests", type=int, default=2000)
    asked.add_argument("--rate", type=float, default=200)
    asked.add_argument("--writers", type=int, default=0)
    asked.add_argument("--core")
    asked.add_argument("--program")
    asked.add_argument("--repository", type=pathlib.Path)
    given = asked.parse_args()
    program = given.program or built()
    command = ["taskset", "-c", given.core, program] if given.core else [program]
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        place = Place(folder.resolve())
        at = given.repository or place.repository("few-commits", 100, program)
        ids = place.run(program, "list", "--format", "%(id)", cwd=at, text=True).split()
        first_page(place, at, command)
        took = [first_page(place, at, command) for _ in range(STARTS)]
        print(f"from the start of the server to the end of the first page: {statistics.median(took):.0f} ms, at most {max(took):.0f}")
        with Server(place, at, command) as server:
            # What is found out about a record is remembered: the server has been at work for a while.
            connection, used = server.connection(), server.processor()
            for id in ids:
                server.ask(connection, f"/records/{id}")
            print(f"each record once: {server.processor() - used:.0f} s of processor time")
            print(f"before: {server.memory()}")
            used, written = server.processor(), writing(server, given.writers)
            taken, seconds = load(server, ids, given.requests, given.rate)
            used = server.processor() - used
            at_95 = taken[len(taken) * 95 // 100]
            print(f"{len(taken)} reads at {len(taken) / seconds:.0f} a second: median {statistics.median(taken):.1f} ms, 95 of 100 within {at_95:.1f} ms")
            if written := written():
                there = set(place.run(program, "list", "--format", "%(id)", cwd=at, text=True).split())
                lost = {id for _, id in written} - there
                print(f"{len(written)} writes: median {statistics.median(took for took, _ in written):.0f} ms, {len(lost)} lost")
                # The next run finds what this one found.
                place.run("git", "reset", "-q", "--hard", cwd=at)
            else:
                print(f"processor {used / len(taken) * 1000:.1f} ms a read")
            # The server does not keep a connection that nobody uses.
            connection = server.connection()
            for page in PAGES:
                path = f"/page/{page}.html" + ("?words=cache+index" if page == "search" else "")
                took = [server.ask(connection, path) for _ in range(5)]
                print(f"{page}: {statistics.median(ms for ms, _ in took):.0f} ms, {len(took[0][1]) / 1024:.0f} KiB")
        site = folder / "site"
        shutil.rmtree(site, ignore_errors=True)
        clock, took, memory = place.took([program, "site", str(site)], at)
        size, index = (sum(path.stat().st_size for path in site.rglob(name) if path.is_file()) for name in ("*", "*.json"))
        print(f"site: {clock / 1000:.1f} s, {took / 1000:.1f} of processor time, {memory:.0f} MB of memory; {size / 1e6:.1f} MB, of which the index of the search {index / 1e6:.1f}")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
