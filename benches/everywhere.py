#!/usr/bin/env python3
"""How long one question to many repositories takes, beside the same question to one of them.

Usage: benches/everywhere.py --program PROGRAM --documents FOLDER [--repositories N] [--records N] [--work FOLDER]

Makes N repositories (100) of N records (500) from the sections of the Markdown files in FOLDER, such as a
collection of public decision records, and lists them in `memory.repositories` of a home of its own. Each
repository gets other sections first; where there are too few, a section comes again with a number in its title.

Printed is, for `recall` in one repository and `recall --everywhere`, the first answer, which reads all records,
and the median of ten later ones with different questions: time that passed, processor time, and the largest
resident memory of the process. A machine that does other work makes the first two larger. --work keeps the
repositories for another run.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
QUESTIONS = ["why is unwinding allowed in panics", "default values of type parameters", "how are macros exported",
             "string slices and bytes", "process for large changes", "stability of attributes", "compile time checks",
             "which platforms are supported", "names of modules", "overflow of integers"]
LONGEST = 4000


def sections(folder):
    """The sections of all Markdown files below a folder, each a title and a text."""
    found = []
    for file in sorted(folder.rglob("*.md")):
        text = file.read_text(errors="replace")
        parts = re.split(r"^#{1,3} +(.+)$", text, flags=re.MULTILINE)
        stem = file.stem.replace("-", " ")
        for heading, body in zip(parts[1::2], parts[2::2]):
            if len(body.split()) >= 20:
                found.append((f"{stem}: {heading.strip()}"[:120], body.strip()[:LONGEST]))
    return found


def record(texts, place):
    """The name and the text of a record; where texts end, they come again with a number in the title."""
    title, body = texts[place % len(texts)]
    title += f" ({place // len(texts)})" if place >= len(texts) else ""
    number = int(hashlib.sha1(str(place).encode()).hexdigest(), 16)
    name = "".join(LETTERS[number // len(LETTERS) ** digit % len(LETTERS)] for digit in range(10))
    body = re.sub(r"^#", "###", body, flags=re.MULTILINE)
    return name, (f"---\nid: dec-{name}\ntitle: {json.dumps(title)}\nstatus: active\nscope: project\n"
                  f"created: 2026-01-01\nupdated: 2026-01-01\n---\n## Rationale\n\n{body}\n")


def make(top, texts, nth, records):
    """Makes one repository."""
    folder = top / f"project-{nth:03}" / "memory" / "decisions"
    folder.mkdir(parents=True)
    for place in range(nth * records, (nth + 1) * records):
        name, text = record(texts, place)
        (folder / f"{name}.md").write_text(text)
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Records"]):
        subprocess.run(["git", *words], cwd=folder.parents[1], check=True)


def ask(program, folder, question, *options):
    """Asks once; the time that passed, processor time (both in ms) and resident memory (MB)."""
    begin = time.monotonic()
    process = subprocess.Popen([program, "recall", "--json", *options, question], cwd=folder, stdout=subprocess.PIPE)
    answer = json.loads(process.stdout.read())
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or not answer["hits"] or answer.get("faults"):
        sys.exit(f"'{question}' has no full answer: {answer}")
    passed = (time.monotonic() - begin) * 1000
    return passed, (used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss / 1024


def measure(name, program, folder, *options):
    """Prints the first answer, and the median of later ones."""
    first = ask(program, folder, QUESTIONS[0], *options)
    later = [ask(program, folder, question, *options) for question in QUESTIONS]
    median = [statistics.median(column) for column in zip(*later)]
    for which, (passed, used, memory) in (("first", first), ("later", median)):
        print(f"{name:12} {which:6} {passed:8.0f} ms passed {used:8.0f} ms used {memory:6.0f} MB", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--documents", required=True, type=pathlib.Path)
    parser.add_argument("--repositories", type=int, default=100)
    parser.add_argument("--records", type=int, default=500)
    parser.add_argument("--work", type=pathlib.Path)
    arguments = parser.parse_args()
    texts = sections(arguments.documents)
    if not texts:
        sys.exit("the folder has no Markdown files with sections")
    with tempfile.TemporaryDirectory() as temporary:
        work = (arguments.work or pathlib.Path(temporary)).resolve()
        home, top = work / "home", work / "src"
        home.mkdir(parents=True, exist_ok=True)
        settings = f"[user]\n\tname = A\n\temail = a@example.org\n[memory]\n\trepositories = {top}/*\n"
        (home / ".gitconfig").write_text(settings)
        os.environ.update(HOME=str(home), GIT_CONFIG_NOSYSTEM="1")
        for nth in range(arguments.repositories):
            if not (top / f"project-{nth:03}" / ".git").exists():
                make(top, texts, nth, arguments.records)
        for kept in top.glob("*/.git/memory"):
            subprocess.run(["rm", "-r", kept], check=True)
        program = str(arguments.program.resolve())
        print(f"{arguments.repositories} repositories of {arguments.records} records, {os.cpu_count()} processors")
        measure("one", program, top / "project-000")
        measure("everywhere", program, home, "--everywhere")


if __name__ == "__main__":
    main()
