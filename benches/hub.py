#!/usr/bin/env python3
"""How long a hub takes to read many repositories, and to answer questions about all of them.

Usage: benches/hub.py --program PROGRAM --documents FOLDER [--repositories N] [--records N] [--rate N] [--seconds N]
                      [--work FOLDER]

Makes N repositories (200) of N records (500) as benches/everywhere.py does, reads them into a hub with a PostgreSQL
of its own (`serve --dev`; both run on this machine), and then asks different questions at a fixed rate (50 a second),
whether or not earlier ones are answered, for some seconds (30). Printed are the time to read, the size of the
database, the times of the answers (median, 95 of 100, the longest), the share that failed, the largest memory of the hub's
process, and the processor time of hub and database for each answer. --work keeps the repositories for another run.
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse

import everywhere


def ask(address, token, words):
    """The time of an answer in ms, and its number of hits; None where it failed."""
    begin = time.monotonic()
    connection = http.client.HTTPConnection(address, timeout=30)
    connection.request("GET", "/recall?words=" + urllib.parse.quote_plus(words), headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        return (time.monotonic() - begin) * 1000, None
    return (time.monotonic() - begin) * 1000, len(json.loads(body)["hits"])


def used(processes):
    """The processor time of some processes and of those that they waited for, in seconds."""
    ticks = 0
    for process in processes:
        try:
            fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        except FileNotFoundError:
            continue
        ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def database(folder):
    """The processes of the database."""
    first = int((folder / "data" / "postmaster.pid").read_text().split()[0])
    children = pathlib.Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return [first, *map(int, children)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--documents", required=True, type=pathlib.Path)
    parser.add_argument("--repositories", type=int, default=200)
    parser.add_argument("--records", type=int, default=500)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--work", type=pathlib.Path)
    arguments = parser.parse_args()
    texts = everywhere.sections(arguments.documents)
    titles = [re.sub(r"^[\d ]+", "", title.replace(":", " ")) for title, _ in texts]
    with tempfile.TemporaryDirectory() as temporary:
        work = (arguments.work or pathlib.Path(temporary)).resolve()
        os.chmod(temporary, 0o755)
        home, top = work / "home", work / "src"
        home.mkdir(parents=True, exist_ok=True)
        (home / ".gitconfig").write_text("[user]\n\tname = A\n\temail = a@example.org\n")
        os.environ.update(HOME=str(home), GIT_CONFIG_NOSYSTEM="1")
        for nth in range(arguments.repositories):
            if not (top / f"project-{nth:03}" / ".git").exists():
                everywhere.make(top, texts, nth, arguments.records)
        folder = pathlib.Path(temporary) / "hub"
        call = [str(arguments.program.resolve()), "--folder", str(folder)]
        serving = subprocess.Popen([*call, "serve", "--dev", "--listen", "127.0.0.1:0", "--interval", "86400", "--rate", "100000"],
                                   stdout=subprocess.PIPE, text=True)
        try:
            address_of_database = serving.stdout.readline().split(": ", 1)[1].strip()
            address = serving.stdout.readline().rsplit("/", 1)[1].strip()
            call += ["--database", address_of_database]
            begin = time.monotonic()
            # --work may have more of them.
            listed = [str(top / f"project-{nth:03}") for nth in range(arguments.repositories)]
            subprocess.run([*call, "add", *listed], check=True, stdout=subprocess.DEVNULL)
            print(f"{arguments.repositories} repositories of {arguments.records} records, {os.cpu_count()} processors")
            print(f"read in {time.monotonic() - begin:.0f} s")
            size = "SELECT pg_database_size(current_database())"
            size = subprocess.run(["psql", address_of_database, "-XAtc", size], check=True, capture_output=True, text=True).stdout
            print(f"size of the database {int(size) / 1e6:.0f} MB")
            token = subprocess.run([*call, "reader", "add", "all", "--all"], check=True, capture_output=True, text=True).stdout.strip()
            questions = random.Random(1).choices(titles, k=int(arguments.rate * arguments.seconds))
            for words in questions[:20]:
                ask(address, token, words)
            processes = database(folder / "database")
            before_hub, before = used([serving.pid]), used(processes)
            with concurrent.futures.ThreadPoolExecutor(200) as threads:
                begin, asked = time.monotonic(), []
                for nth, words in enumerate(questions):
                    time.sleep(max(0, begin + nth / arguments.rate - time.monotonic()))
                    asked.append(threads.submit(ask, address, token, words))
                answers = [one.result() for one in asked]
            times = sorted(took for took, _ in answers)
            failed = sum(hits is None for _, hits in answers)
            empty = sum(hits == 0 for _, hits in answers)
            print(f"{len(times)} answers at {arguments.rate:.0f} a second: median {times[len(times) // 2]:.0f} ms, "
                  f"95 of 100 within {times[len(times) * 95 // 100]:.0f} ms, longest {times[-1]:.0f} ms; "
                  f"{failed} failed, {empty} without hits")
            processes = database(folder / "database")
            each = 1000 / len(times)
            print(f"processor time an answer: hub {(used([serving.pid]) - before_hub) * each:.1f} ms, "
                  f"database {(used(processes) - before) * each:.1f} ms")
            memory = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{serving.pid}/status").read_text())[1]
            print(f"memory of the hub {int(memory) / 1024:.0f} MB")
        finally:
            serving.terminate()
            serving.wait()


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    main()
