#!/usr/bin/env python3
"""How long a hub takes to read many repositories, and to answer questions about all of them.

Usage: benches/hub.py --program PROGRAM --documents FOLDER [--repositories N] [--records N] [--rate N]... [--seconds N]
                      [--work FOLDER] [--model FILE] [--few]

Makes N bare repositories (200) of N records (500) with the texts of benches/everywhere.py, reads them into a hub with
a PostgreSQL of its own (`serve --dev`; both run on this machine), and then asks different questions at a fixed rate
(50 a second; several are asked one after the other), whether or not earlier ones are answered, for some seconds (30).
Printed are the time to read, the sizes of database and mirrors, the times of the answers (median, 95 of 100, the
longest), the share that failed, the largest memory of the hub's process, the processor time of hub and database for each
answer, and the time from a commit in one repository to the end of its update. --work keeps repositories, hub and
database for another run, which reads only what is new.
--model FILE searches by meaning, too, with a model as `git memory model add` keeps it (`git-memory-models/NAME.model`);
with a server of PostgreSQL first on PATH that has pgvector, by its index. --few asks as a reader of one repository.
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

import everywhere


PERSON = "A <a@example.org>"
BEGIN = 1_780_000_000


def make(folder, texts, nth, records):
    """Makes one bare repository with one commit."""
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", "--template=", str(folder)], check=True)
    parts = [f"commit refs/heads/main\ncommitter {PERSON} {BEGIN} +0000\ndata 7\nRecords\n".encode()]
    for at in range(records):
        place = nth * records + at
        name, text = everywhere.record(texts, place)
        text = text.encode()
        parts.append(f"M 100644 inline memory/decisions/{name}.md\ndata {len(text)}\n".encode() + text + b"\n")
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input=b"".join(parts), check=True)


def change(folder):
    """Commits one more record with a word that is nowhere else; the word."""
    word = "zebra" + "".join(chr(ord("a") + int(digit)) for digit in str(time.time_ns()))
    text = f"---\nid: dec-{word}\ntitle: The {word} is new\nstatus: active\n---\n"
    stream = (f"commit refs/heads/main\ncommitter {PERSON} {int(time.time())} +0000\ndata 3\nNew\nfrom refs/heads/main^0\n"
              f"M 100644 inline memory/decisions/{word}.md\ndata {len(text)}\n{text}\n")
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input=stream, text=True, check=True)
    return word


def size(folder):
    """What the files below a folder take on the disk, in MB."""
    return int(subprocess.run(["du", "-sm", folder], check=True, capture_output=True, text=True).stdout.split()[0])


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


def measure(serving, folder, address, token, questions, rate):
    """Asks questions at a rate, and prints how that went."""
    processes = database(folder / "database")
    before_hub, before = used([serving.pid]), used(processes)
    with concurrent.futures.ThreadPoolExecutor(200) as threads:
        begin, asked = time.monotonic(), []
        for nth, words in enumerate(questions):
            time.sleep(max(0, begin + nth / rate - time.monotonic()))
            asked.append(threads.submit(ask, address, token, words))
        answers = [one.result() for one in asked]
    times = sorted(took for took, _ in answers)
    failed = sum(hits is None for _, hits in answers)
    empty = sum(hits == 0 for _, hits in answers)
    print(f"{len(times)} answers at {rate:.0f} a second: median {times[len(times) // 2]:.0f} ms, "
          f"95 of 100 within {times[len(times) * 95 // 100]:.0f} ms, longest {times[-1]:.0f} ms; "
          f"{failed} failed, {empty} without hits")
    processes = database(folder / "database")
    each = 1000 / len(times)
    print(f"processor time an answer: hub {(used([serving.pid]) - before_hub) * each:.1f} ms, "
          f"database {(used(processes) - before) * each:.1f} ms", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--documents", required=True, type=pathlib.Path)
    parser.add_argument("--repositories", type=int, default=200)
    parser.add_argument("--records", type=int, default=500)
    parser.add_argument("--rate", type=float, action="append")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--few", action="store_true")
    arguments = parser.parse_args()
    texts = everywhere.sections(arguments.documents)
    titles = [re.sub(r"^[\d ]+", "", title.replace(":", " ")) for title, _ in texts]
    with tempfile.TemporaryDirectory() as temporary:
        work = (arguments.work or pathlib.Path(temporary)).resolve()
        os.chmod(temporary, 0o755)
        home, top, folder = work / "home", work / "bare", work / "hub"
        home.mkdir(parents=True, exist_ok=True)
        models = home / "models"
        shutil.rmtree(models, ignore_errors=True)
        if arguments.model:
            (models / "git-memory-models").mkdir(parents=True)
            shutil.copy(arguments.model, models / "git-memory-models")
            (models / "git-memory-models" / "used").write_text(arguments.model.stem)
        os.environ.update(HOME=str(home), XDG_DATA_HOME=str(models), GIT_CONFIG_NOSYSTEM="1")
        listed = [top / f"project-{nth:04}.git" for nth in range(arguments.repositories)]
        for nth, repository in enumerate(listed):
            if not (repository / "refs" / "heads" / "main").exists():
                make(repository, texts, nth, arguments.records)
        call = [str(arguments.program.resolve()), "--folder", str(folder)]
        serving = subprocess.Popen([*call, "serve", "--dev", "--listen", "127.0.0.1:0", "--interval", "86400", "--rate", "100000"],
                                   stdout=subprocess.PIPE, text=True)
        try:
            address_of_database = serving.stdout.readline().split(": ", 1)[1].strip()
            address = serving.stdout.readline().rsplit("/", 1)[1].strip()
            call += ["--database", address_of_database]
            begin = time.monotonic()
            without = os.environ | {"XDG_DATA_HOME": str(home)}
            subprocess.run([*call, "add", *listed], check=True, stdout=subprocess.DEVNULL, env=without)
            print(f"{arguments.repositories} repositories of {arguments.records} records, {os.cpu_count()} processors")
            print(f"read in {time.monotonic() - begin:.0f} s", flush=True)
            if arguments.model:
                begin = time.monotonic()
                subprocess.run([*call, "add", *listed], check=True, stdout=subprocess.DEVNULL)
                print(f"vectors of {arguments.model.stem} made in {time.monotonic() - begin:.0f} s", flush=True)
            asked = "SELECT pg_database_size(current_database())"
            asked = subprocess.run(["psql", address_of_database, "-XAtc", asked], check=True, capture_output=True, text=True)
            print(f"size of the database {int(asked.stdout) / 1e6:.0f} MB, of the mirrors {size(folder / 'mirrors')} MB")
            which = ["--repository", listed[0].stem] if arguments.few else ["--all"]
            token = subprocess.run([*call, "reader", "add", str(time.time()), *which], check=True, capture_output=True, text=True)
            token = token.stdout.strip()
            chance = random.Random(1)
            for words in chance.choices(titles, k=20):
                ask(address, token, words)
            for rate in arguments.rate or [50]:
                measure(serving, folder, address, token, chance.choices(titles, k=int(rate * arguments.seconds)), rate)
            word, begin = change(listed[0]), time.monotonic()
            subprocess.run([*call, "add", listed[0]], check=True, stdout=subprocess.DEVNULL)
            took = time.monotonic() - begin
            print(f"update of one repository {took:.1f} s, {ask(address, token, word)[1]} hits of its new word")
            memory = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{serving.pid}/status").read_text())[1]
            print(f"memory of the hub {int(memory) / 1024:.0f} MB")
        finally:
            serving.terminate()
            serving.wait()


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    main()
