#!/usr/bin/env python3
"""What the local server and the static site take.

Usage: benches/server.py [--requests N] [--rate N] [--program PROGRAM] [--keep FOLDER]

Makes the repository of benches/delivered.py with a few commits: 10,000 generated records. Sends the
server mixed reads at a rate over four connections, prints how long answers take and how much memory it
has at the end; then how long a page takes and how large it is; then how long `git memory site` takes,
and how large the site is. `--keep` makes the repository in a folder and finds it there again.
"""

import argparse
import http.client
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

from delivered import KNOWN, Place, built

CONNECTIONS = 4
PAGES = ["index", "search", "records", "timeline", "graph", "map", "history", "review", "runs"]


class Server:
    """The server, and who asks it."""

    def __init__(self, place, at, program):
        self.process = subprocess.Popen([program, "serve", "--port", "0"], cwd=at, env=place.environment, stdout=subprocess.PIPE, text=True)
        address = self.process.stdout.readline().strip()
        self.host, _, self.token = address.removeprefix("http://").partition("/?token=")

    def ask(self, connection, path):
        """The milliseconds and bytes of an answer."""
        start = time.perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {self.token}"})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {body[:200]}")
        return (time.perf_counter() - start) * 1000, len(body)

    def connection(self):
        return http.client.HTTPConnection(self.host, timeout=60)

    def memory(self):
        """Megabytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024

    def processor(self):
        """Seconds of processor time so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def reads(chance, ids):
    """Mixed reads: most of them search or show."""
    one, other = chance.sample(KNOWN[:400], 2)
    return chance.choices(
        [f"/recall?words={one}+{other}", f"/records/{chance.choice(ids)}", "/records?most=20&kinds=decision", "/workspace/context", "/summary", "/policy"],
        weights=[4, 4, 1, 1, 1, 1],
    )[0]


def load(server, ids, count, rate):
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
            due = begun + nth / rate
            time.sleep(max(0, due - time.perf_counter()))
            server.ask(connection, reads(chance, ids))
            with lock:
                taken.append((time.perf_counter() - due) * 1000)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(taken), time.perf_counter() - begun


def main():
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("--requests", type=int, default=2000)
    asked.add_argument("--rate", type=float, default=200)
    asked.add_argument("--program")
    asked.add_argument("--keep", type=pathlib.Path)
    given = asked.parse_args()
    program = given.program or built()
    folder = given.keep or pathlib.Path(tempfile.mkdtemp())
    try:
        place = Place(folder.resolve())
        at = place.repository("few-commits", 100, program)
        ids = place.run(program, "list", "--format", "%(id)", cwd=at, text=True).split()
        server = Server(place, at, program)
        try:
            # The first question makes the index.
            connection = server.connection()
            for _ in range(20):
                server.ask(connection, reads(random.Random(1), ids))
            first, used = server.memory(), server.processor()
            taken, seconds = load(server, ids, given.requests, given.rate)
            at_95 = taken[len(taken) * 95 // 100]
            print(f"{len(taken)} reads at {len(taken) / seconds:.0f} a second: median {statistics.median(taken):.1f} ms, 95 of 100 within {at_95:.1f} ms")
            print(f"processor {(server.processor() - used) / len(taken) * 1000:.1f} ms a read; memory {first:.0f} MB, then {server.memory():.0f} MB")
            # The server does not keep a connection that nobody uses.
            connection = server.connection()
            for page in PAGES:
                path = f"/page/{page}.html" + ("?words=cache+index" if page == "search" else "")
                took = [server.ask(connection, path) for _ in range(3)]
                print(f"{page}: {statistics.median(ms for ms, _ in took):.0f} ms, {took[0][1] / 1024:.0f} KiB")
        finally:
            server.process.terminate()
            server.process.wait()
        site = folder / "site"
        shutil.rmtree(site, ignore_errors=True)
        _, took, memory = place.took([program, "site", str(site)], at)
        size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
        print(f"site: {took / 1000:.1f} s of processor time, {memory:.0f} MB of memory; {size / 1e6:.1f} MB, of which the index of the search {(site / 'search.json').stat().st_size / 1e6:.1f}")
    finally:
        if not given.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
