#!/usr/bin/env python3
"""What applies to files of public projects: what is told before an edit, for people to judge.

Usage: benches/applies.py [--program PROGRAM] [--judged FILE] [--prompts] NAME=REPOSITORY#FOLDER...

Each argument names a project, a clone of its repository, and the folder of its decision records:
for example `publisher=/mirrors/content-publisher.git#docs/adr`. The repository is cloned, memory is
begun, the folder becomes a root, and the files of the last fifteen commits that changed source
files outside of it and of folders with a dot are asked about, one of each commit: the middle one by
path of those that were not asked about before and still exist. Printed is, for each, what the hook before an edit
tells a new session, as `project file record title`, and `-` where it is silent.

`--judged` takes another list of judgements than `told_at_edits.md` beside this script, which has the
names, repositories and folders of ten projects. Printed at the end is how many of the told records are
right, and how many of those that apply are told.

With `--prompts`, each file is edited in a session whose prompt is the subject of the newest commit that
changed the file; what the prompt hook and the hook before the edit tell counts together.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

EDITS = 15
JUDGED = pathlib.Path(__file__).parent / "told_at_edits.md"
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
        return identities(self.run(self.program, "context", "--only", "--for", path, "--max-tokens", "300"))

    def told_in_session(self, path):
        """Ids of the records that the hooks of a session tell, whose prompt is the subject of a commit."""
        prompt = self.run("git", "log", "-1", "--no-merges", "--format=%s", "HEAD~1", "--", path)
        session = {"session_id": path, "cwd": str(self.at)}
        edit = {"file_path": str(self.at / path), "old_string": "a", "new_string": "b"}
        calls = [("user-prompt", {"hook_event_name": "UserPromptSubmit", "prompt": re.sub(r"\(?#\d+\)?", "", prompt)}),
                 ("pre-tool-use", {"hook_event_name": "PreToolUse", "tool_name": "Edit", "tool_input": edit})]
        said = [self.run(self.program, "hook", name, text=json.dumps(session | call).encode()) for name, call in calls]
        told = [json.loads(text)["hookSpecificOutput"].get("additionalContext", "") for text in said if text]
        return list(dict.fromkeys(identities("\n".join(told))))


def identities(pack):
    return [word[3:] for word in pack.split() if word.startswith("id=")]


def titles(project):
    listed = json.loads(project.run(project.program, "list", "--json", "-n", "5000"))
    return {record["record_path"]: record["title"] for record in listed["records"]}


def judged(path):
    """What people said: for each project and file, the mark of each record."""
    said = collections.defaultdict(dict)
    for line in path.read_text().split("\n"):
        if line[:2] in ("+ ", "- ", "! ", "~ "):
            project, file, record = line[2:].split("\t")[:3]
            said[project, file][record] = line[0]
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="git-memory")
    parser.add_argument("--judged", type=pathlib.Path, default=JUDGED)
    parser.add_argument("--prompts", action="store_true")
    parser.add_argument("projects", nargs="+", metavar="NAME=REPOSITORY#FOLDER")
    arguments = parser.parse_args()
    said = judged(arguments.judged)
    right, told_all, missed = 0, 0, 0
    for text in arguments.projects:
        with tempfile.TemporaryDirectory() as folder:
            project = Project(text, arguments.program, pathlib.Path(folder).resolve())
            known = titles(project)
            for file in project.files():
                told = project.told_in_session(file) if arguments.prompts else project.told(file)
                judgements = said.get((project.name, file), {})
                if not told:
                    print(f"{project.name}\t{file}\t-")
                for record in told:
                    mark = judgements.get(record, "?")
                    print(f"{mark} {project.name}\t{file}\t{record}\t{known.get(record, '')}", flush=True)
                told_all += sum(judgements.get(record) != "~" for record in told)
                right += sum(judgements.get(record) in ("+", "!") for record in told)
                missed += sum(mark in "+!" and record not in told for record, mark in judgements.items())
    applying = right + missed
    print(f"told {told_all}, right {right} ({right / max(told_all, 1):.2f}); "
          f"of {applying} that apply, {right / max(applying, 1):.2f} told")


if __name__ == "__main__":
    main()
