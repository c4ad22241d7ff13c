#!/usr/bin/env python3
"""Whether a new record is told of the one that it replaces, and of nothing else.

Usage: benches/contradictions.py [--every N] [--program PATH] REPOSITORY#FOLDER...

The records of each repository are imported, and told again in the order in which they were made:
each that replaces others is written with `add-decision` into a memory that has what came before it,
those which it replaces still in force; and so is every Nth of those that replace none. What a record
says of itself in its header about what it replaces is taken out first. Printed is how many of the
replaced ones the notice names (among three, first), and how many of the writes that replace nothing
get a notice at all. No key, no network.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LINK = re.compile(r"(?im)^[-*|\s]*\**(replaces|supersedes?|superseded-by|obsoletes|replaced-by)\**\s*:.*\n?")
ID = re.compile(r"[a-z]+-[0-9a-z]{6,}")


def run(*command, cwd=None, text=None, env=None):
    """What a command prints; ends the script where it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, input=text, env=env, text=True,
                          errors="replace")
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stdout


class Record:
    def __init__(self, path):
        self.path, self.text = path, path.read_text(errors="replace")
        head, self.body = self.text[4:].split("\n---\n", 1)
        self.head = head.split("\n")
        self.id, self.title = self.value("id"), self.value("title")
        self.created = self.value("created")
        self.supersedes = set(ID.findall(self.value("supersedes")))
        self.superseded_by = set(ID.findall(self.value("superseded_by")))

    def value(self, key):
        lines = [line for line in self.head if line.startswith(f"{key}: ")]
        value = lines[0].split(": ", 1)[1] if lines else ""
        return json.loads(value) if value.startswith('"') else value.strip("'")

    def without_links(self, status):
        """Its file as it was before anything replaced it."""
        kept = [line for line in self.head
                if not re.match(r"(supersedes|superseded_by|related):", line)]
        kept = [f"status: {status}" if line.startswith("status:") else line for line in kept]
        return "---\n" + "\n".join(kept) + "\n---\n" + LINK.sub("", self.body)


class Collection:
    def __init__(self, text, program, folder):
        origin, below = (text.split("#", 1) + ["."])[:2]
        self.program, self.folder = program, folder
        self.environment = {**os.environ, "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
        for person in ("AUTHOR", "COMMITTER"):
            self.environment[f"GIT_{person}_NAME"] = "bench"
            self.environment[f"GIT_{person}_EMAIL"] = "bench@example.com"
        source, self.work = folder / "source", folder / "work"
        run("git", "clone", "-q", "-n", str(pathlib.Path(origin).resolve()), str(source), env=self.environment)
        run("git", "checkout", "-q", "HEAD", "--", below, cwd=source, env=self.environment)
        run(program, "init", "-q", cwd=source, env=self.environment)
        run(program, "import", "adr", "-q", below, cwd=source, env=self.environment)
        self.records = {}
        for path in (source / "memory/decisions").glob("*.md"):
            record = Record(path)
            self.records[record.id] = record
        for record in self.records.values():
            for new in record.superseded_by & set(self.records):
                self.records[new].supersedes.add(record.id)
        run("git", "init", "-q", str(self.work), env=self.environment)
        run(program, "init", "-q", cwd=self.work, env=self.environment)
        (self.work / "memory/decisions").mkdir(exist_ok=True)

    def put(self, record, status):
        path = self.work / "memory/decisions" / record.path.name
        path.write_text(record.without_links(status))

    def named(self, record):
        """The records that the notice names when this one is written."""
        body = LINK.sub("", record.body)
        answer = run(self.program, "add-decision", "--json", "--body-file", "-", "--", record.title,
                     cwd=self.work, text=body, env=self.environment)
        answer = json.loads(answer)
        run("git", "rm", "-q", "-f", answer["path"], cwd=self.work, env=self.environment)
        return [other["id"] for other in answer.get("conflicts_with", [])]

    def asked(self, every):
        """Each question: the record, those that it replaces, those that are named."""
        known = set(self.records)
        order = sorted(self.records.values(), key=lambda it: (it.created, it.path.name))
        others = 0
        for record in order:
            replaced = record.supersedes & known
            others += not replaced
            if replaced or others % every == 0:
                for old in replaced:
                    self.put(self.records[old], "active")
                yield record, replaced, self.named(record)
            for old in replaced:
                self.put(self.records[old], "superseded")
            by = record.superseded_by & known
            is_past = any(self.records[new].created < record.created for new in by)
            status = record.value("status")
            current = "superseded" if is_past else "active" if status == "superseded" and by else status
            self.put(record, current)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--every", type=int, default=4, help="of those that replace none")
    parser.add_argument("--program", default="git-memory")
    parser.add_argument("--explain", action="store_true", help="name what is missed or wrong")
    parser.add_argument("collections", nargs="+", metavar="REPOSITORY#FOLDER")
    arguments = parser.parse_args()
    all_counts = [0] * 5
    print(f"{'':28} pairs  named  first   others  told")
    for text in arguments.collections:
        with tempfile.TemporaryDirectory() as folder:
            collection = Collection(text, arguments.program, pathlib.Path(folder))
            counts = [0] * 5
            for record, replaced, named in collection.asked(arguments.every):
                counts[0] += len(replaced)
                counts[1] += len(replaced & set(named))
                counts[2] += len(replaced & set(named[:1]))
                counts[3] += not replaced
                counts[4] += not replaced and bool(named)
                wrong = replaced - set(named) or (not replaced and named)
                if arguments.explain and wrong:
                    names = [collection.records[it].title for it in wrong]
                    print(f"  {'missed' if replaced else 'told'}: {record.title!r} {names}")
        name = pathlib.Path(text.split("#")[0]).resolve().parent.name
        print(f"{name:28} {counts[0]:5} {counts[1]:6} {counts[2]:6} {counts[3]:8} {counts[4]:5}", flush=True)
        all_counts = [one + other for one, other in zip(all_counts, counts)]
    pairs, named, first, others, told = all_counts
    print(f"{'all':28} {pairs:5} {named / max(pairs, 1):6.2f} {first / max(pairs, 1):6.2f} "
          f"{others:8} {told / max(others, 1):5.3f}")


main()
