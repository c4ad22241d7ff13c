#!/usr/bin/env python3
"""Whether the deciding record is in front of whoever needs it.

Usage: benches/delivery.py [--most N] [--program PATH] [--model MODEL] CODE=RECORDS#FOLDER:SERIES...

Each pair names a repository and another one whose decision records its commits name by number: for
example `mypy=peps#peps:pep`. The records are imported once. Every commit that names a record which
an earlier one names, too, is a question about memory as it was before: its parent's tree with the
records that existed then. The question is the commit's message without numbers and links, and the
files that it changed. Asked are

  words          recall MESSAGE
  words, files   recall MESSAGE --for FILE...

with no network and no key. Printed is how often one of the records that the commit names is the
first hit, among the first three, among the first five; of questions of even and of odd commit ids
apart, as what is tuned with one half has to hold for the other. With `--model`, what `git memory model
add` takes, search goes by meaning, too.
"""

import argparse
import collections
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LINK = re.compile(r"https?://\S+|\S+#\d+|#\d+")
TRAILER = re.compile(r"(?im)^(signed-off-by|reviewed-by|co-authored-by|acked-by|change-id|pr-url):.*$")
FILES = 20
RECORDS_OF_ONE = 5


def run(*command, cwd=None, text=None, env=None):
    """What a command prints; ends the script where it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, input=text, env=env)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout.decode("utf-8", "replace")


def surroundings(program, folder):
    """An environment without settings of this machine's people."""
    # The filter of memory looks for the program on PATH, and takes minutes where it is not there.
    beside = pathlib.Path(shutil.which(program) or program).resolve().parent
    path = f"{beside}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", "PATH": path}
    for person in ("AUTHOR", "COMMITTER"):
        environment[f"GIT_{person}_NAME"] = "bench"
        environment[f"GIT_{person}_EMAIL"] = "bench@example.com"
    return environment


def index(program, environment, folder, model):
    """Adds a model, and makes the vectors of all records."""
    if model:
        run(program, "model", "add", str(pathlib.Path(model).resolve()), cwd=folder, env=environment)
        run(program, "index", cwd=folder, env=environment)


class Pair:
    """A repository of code, one of records, and what is made of them."""

    def __init__(self, text, program, folder, model=None):
        names, self.series = text.rsplit(":", 1)
        code, records = names.split("=", 1)
        self.code, (records, below) = pathlib.Path(code), (records.split("#", 1) + ["."])[:2]
        self.program, self.name = program, pathlib.Path(code).resolve().parent.name
        self.cited = re.compile(
            rf"(?<![A-Za-z0-9]){self.series}s?(?:/pull/|[-_ #/]*)0*(\d{{1,5}})(?!\w)(?![-.:/]\d)", re.I
        )
        self.work = folder / "work"
        self.environment = surroundings(program, folder)
        self.records = self.imported(pathlib.Path(records), below, folder / "records")
        self.git("init", "-q", "--bare", str(self.work), at=folder)
        stores = [self.object_store(self.code), self.object_store(folder / "records")]
        (self.work / "objects/info/alternates").write_text("".join(f"{it}\n" for it in stores))
        index(program, self.environment, folder / "records", model)
        if model:
            shutil.copytree(folder / "records/.git/memory/by-blob", self.work / "memory/by-blob", dirs_exist_ok=True)

    def git(self, *arguments, at=None, text=None):
        return run("git", *arguments, cwd=at or self.work, text=text, env=self.environment)

    def object_store(self, repository):
        path = self.git("rev-parse", "--git-path", "objects", at=repository).strip()
        return (repository / path).resolve()

    def imported(self, origin, below, folder):
        """Day, number and tree entry of each record."""
        self.git("clone", "-q", "-n", str(origin.resolve()), str(folder), at=".")
        # A mirror may lack large files, which are no records.
        listed = self.git("ls-tree", "-r", "-z", "--name-only", "HEAD", below, at=folder)
        texts = [f":(literal){path}" for path in listed.split("\0") if path.endswith((".md", ".rst"))]
        self.git("checkout", "-q", "HEAD", "--pathspec-from-file=-", "--pathspec-file-nul",
                 at=folder, text="\0".join(texts).encode())
        memory = [self.program, "-C", str(folder)]
        run(*memory, "init", "-q", env=self.environment)
        run(*memory, "import", "adr", "-q", str(folder / below), env=self.environment)
        self.git("add", "-A", "memory", at=folder)
        tree = self.git("write-tree", at=folder).strip()
        records = []
        for line in self.git("ls-tree", "-r", tree, "memory/", at=folder).splitlines():
            head, path = line.split("\t", 1)
            if not path.endswith(".md") or path.count("/") != 2:
                continue
            blob = head.split(" ")[2]
            text = (folder / path).read_text(errors="replace")
            day = re.search(r"(?m)^created: *(\S+)", text)
            names = re.search(r"(?m)^alias: *(.*)", text)
            number = names and re.search(r"(\d+)", names.group(1))
            identity = re.search(r"(?m)^id: *(\S+)", text)
            if day and number and identity:
                records.append((day.group(1), int(number.group(1)), identity.group(1), path, blob))
        return sorted(records)

    def questions(self):
        """The commits that name a record which an earlier one names, the oldest first."""
        form = "--format=%x01%H%x02%P%x02%ct%x02%B%x02"
        log = self.git("log", "--reverse", "--no-merges", "--topo-order", "--no-renames",
                       "--name-only", form, "HEAD", at=self.code)
        numbers, known = {record[1] for record in self.records}, collections.Counter()
        for commit in log.split("\x01")[1:]:
            if commit.count("\x02") < 4:
                continue
            name, parents, time, message, files = commit.split("\x02", 4)
            cited = {int(number) for number in self.cited.findall(message)} & numbers
            if not cited or len(cited) > RECORDS_OF_ONE:
                continue
            files = [file for file in files.strip().split("\n") if file]
            wanted = {number for number in cited if known[number]}
            known.update(cited)
            if wanted and parents and 0 < len(files) <= 100:
                day = datetime.datetime.fromtimestamp(int(time), datetime.UTC).date().isoformat()
                text = self.cited.sub(" ", LINK.sub(" ", TRAILER.sub(" ", message))).strip()
                if re.search(r"[a-z]{3}", text):
                    yield name, parents.split(" ")[0], day, text, files, wanted

    def before(self, parent, day):
        """A commit with the parent's tree and the records of its day; their ids by number."""
        existing = [record for record in self.records if record[0] <= day]
        lines = "".join(f"100644 blob {blob}\t{path.split('/')[2]}\n" for *_, path, blob in existing)
        folder = self.git("mktree", text=lines.encode()).strip()
        memory = self.git("mktree", text=f"040000 tree {folder}\tdecisions\n".encode()).strip()
        entries = self.git("ls-tree", parent).splitlines()
        entries = [entry for entry in entries if not entry.endswith("\tmemory")]
        entries.append(f"040000 tree {memory}\tmemory")
        tree = self.git("mktree", "--missing", text="\n".join(entries).encode() + b"\n").strip()
        commit = self.git("commit-tree", tree, "-p", parent, "-m", "memory").strip()
        return commit, {number: identity for _, number, identity, *_ in existing}

    def place(self, commit, wanted, text, options):
        """The place of the best record that is wanted, from 0; `None` where there is none."""
        command = [self.program, "-C", str(self.work), "recall", "--json", "--rev", commit, "-n", "5"]
        answer = json.loads(run(*command, *options, "--", text[:4000], env=self.environment))
        for place, hit in enumerate(answer["hits"]):
            if hit["id"] in wanted:
                return place
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--most", type=int, default=120, help="questions of one pair")
    parser.add_argument("--program", default="git-memory")
    parser.add_argument("--model", help="also search by this model")
    parser.add_argument("--explain", help="print the questions of this way that are missed")
    parser.add_argument("pairs", nargs="+", metavar="CODE=RECORDS#FOLDER:SERIES")
    arguments = parser.parse_args()
    all_found = collections.defaultdict(collections.Counter)
    print(f"{'':32} {'asked':>6}  first  three   five")
    for text in arguments.pairs:
        with tempfile.TemporaryDirectory() as folder:
            pair = Pair(text, arguments.program, pathlib.Path(folder), arguments.model)
            found = ask(pair, list(pair.questions())[-arguments.most:], arguments.explain)
        report(pair.name, found)
        for key, counter in found.items():
            all_found[key].update(counter)
    report("all", all_found)


def ask(pair, questions, explained):
    found = collections.defaultdict(collections.Counter)
    for name, parent, day, text, files, numbers in questions:
        commit, ids = pair.before(parent, day)
        wanted = {ids[number] for number in numbers if number in ids}
        if not wanted:
            continue
        near = [option for file in files[:FILES] for option in ("--for", file)]
        for way, options in (("words", []), ("words, files", near)):
            place = pair.place(commit, wanted, text, options)
            half = "even" if int(name[-1], 16) % 2 == 0 else "odd"
            for key in ((way, "both"), (way, half)):
                found[key]["asked"] += 1
                for most in (1, 3, 5):
                    found[key][most] += place is not None and place < most
            if way == explained and (place is None or place > 2):
                print(f"  {name[:10]} {sorted(numbers)} at {place}: {text[:70]!r} {files[:3]}")
    return found


def report(name, found):
    for (way, half), counter in sorted(found.items()):
        if half == "both" or name == "all":
            asked = counter["asked"]
            shares = "  ".join(f"{counter[most] / asked:.3f}" for most in (1, 3, 5))
            label = f"{name}: {way}" + ("" if half == "both" else f", {half}")
            print(f"{label:32} {asked:6}  {shares}", flush=True)


if __name__ == "__main__":
    main()
