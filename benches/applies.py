#!/usr/bin/env python3
"""What applies to files of public projects: what is told before an edit, for people to judge.

Usage: benches/applies.py [--program PROGRAM] [--judged FILE] NAME=REPOSITORY#FOLDER...

Each argument names a project, a clone of its repository, and the folder of its decision records:
for example `publisher=/mirrors/content-publisher.git#docs/adr`. The repository is cloned, memory is
begun, the folder becomes a root, and the files of the last fifteen commits that changed source
files outside of it and of folders with a dot are asked about, one of each commit: the middle one by
path of those that were not asked about before and still exist. Printed is, for each, what the hook before an edit
tells a new session, as `project file record title`, and `-` where it is silent.

`--judged` reads lines of such a list that were judged by hand: `+` before a record that applies,
`-` before one that does not, and `!` before one that applies whether it is told or not. Then
precision and recall are printed, and each told record that was not judged yet.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

EDITS = 15
SOURCES = (".c .cc .cpp .cs .ex .go .h .hs .java .js .jsx .kt .py .rb .rs .scala .sh .swift .tf .ts .tsx"
           " .yml .yaml .erb .scss .cabal .nix .proto").split()


class Project:
    """A clone with memory, whose decision records are read in place."""

    def __init__(self, text, program, folder):
        self.name, rest = text.split("=", 1)
        origin, self.records = rest.split("#", 1)
        self.program, self.at = program, folder / self.name
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self.environment |= {"HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
        for person in ("AUTHOR", "COMMITTER"):
            self.environment[f"GIT_{person}_NAME"] = "bench"
            self.environment[f"GIT_{person}_EMAIL"] = "bench@example.com"
        self.run("git", "clone", "-q", "-s", "-n", origin, str(self.at), at=folder)
        self.run("git", "read-tree", "HEAD")
        # A mirror may lack large files.
        subprocess.run(["git", "checkout-index", "-a", "-f", "-q"], cwd=self.at, env=self.environment, capture_output=True)
        self.run(program, "init", "-q", "--no-hooks")
        (self.at / "memory/config.yaml").write_text(f"roots: [{self.records}=decision]\n")
        self.run("git", "add", "-A", "memory")
        self.run("git", "commit", "-q", "-m", "Begin memory")

    def run(self, *command, at=None, text=None):
        done = subprocess.run(command, cwd=at or self.at, env=self.environment, capture_output=True, input=text)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: {done.stderr.decode('utf-8', 'replace').strip()}")
        return done.stdout.decode("utf-8", "replace")

    def files(self):
        """One file of each of the newest commits that changed sources."""
        log = self.run("git", "log", "-n", "2000", "--no-merges", "--format=%x01", "--name-only", "--no-renames", "HEAD~1")
        found = []
        for commit in log.split("\x01"):
            changed = [path for path in commit.strip().split("\n") if self.is_asked(path, found)]
            if changed:
                found.append(changed[len(changed) // 2])
            if len(found) == EDITS:
                break
        return found

    def is_asked(self, path, known):
        is_source = pathlib.Path(path).suffix in SOURCES
        return is_source and path not in known and not path.startswith((self.records, ".")) and (self.at / path).is_file()

    def told(self, path):
        """Ids of the records that the hook before an edit tells, which is what this context has."""
        asked = ["context", "--only", "--for", path, "--max-tokens", "300"]
        text = self.run(self.program, *asked)
        return [word[3:] for word in text.split() if word.startswith("id=")]


def titles(project):
    listed = json.loads(project.run(project.program, "list", "--json", "--status", "any"))
    return {record["id"]: record["title"] for record in listed["records"]}


def judged(path):
    """What people said: for each project and file, the records that apply and those that do not."""
    said = collections.defaultdict(dict)
    for line in path.read_text().split("\n"):
        if line[:2] in ("+ ", "- ", "! "):
            project, file, record = line[2:].split("\t")[:3]
            said[project, file][record] = line[0]
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="git-memory")
    parser.add_argument("--judged", type=pathlib.Path)
    parser.add_argument("projects", nargs="+", metavar="NAME=REPOSITORY#FOLDER")
    arguments = parser.parse_args()
    said = judged(arguments.judged) if arguments.judged else {}
    right, told_all, missed = 0, 0, 0
    for text in arguments.projects:
        with tempfile.TemporaryDirectory() as folder:
            project = Project(text, arguments.program, pathlib.Path(folder))
            known = titles(project)
            for file in project.files():
                told = project.told(file)
                judgements = said.get((project.name, file), {})
                if not told:
                    print(f"{project.name}\t{file}\t-")
                for record in told:
                    mark = judgements.get(record, "?")
                    print(f"{mark} {project.name}\t{file}\t{record}\t{known.get(record, '')}", flush=True)
                told_all += len(told)
                right += sum(judgements.get(record) in ("+", "!") for record in told)
                missed += sum(mark in "+!" and record not in told for record, mark in judgements.items())
    if said:
        applying = right + missed
        print(f"told {told_all}, right {right} ({right / max(told_all, 1):.2f}); "
              f"of {applying} that apply, {right / max(applying, 1):.2f} told")


if __name__ == "__main__":
    main()
