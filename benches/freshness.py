#!/usr/bin/env python3
"""Whether a record is told to have changed before people changed it.

Usage: benches/freshness.py [--program PROGRAM] NAME=REPOSITORY#FOLDER...

Each argument names a project, a clone of its repository, and the folder of its decision records:
for example `hydra=/mirrors/hydra.git#docs/adr`. The labels come from the history of the folder. A
record changed where a commit set its status to superseded, deprecated or the like, or rewrote more
than half of its lines two weeks or more after the last change; it is asked about at the parent of
that commit. The records that are in force and that no commit changed so are asked about at HEAD.

Asked is `show --json --rev REVISION RECORD`: told is a record whose freshness is `changed` or
`deleted`. Printed is each record that changed, with its freshness, and each other one that is told;
then precision and recall of the records with even and with odd names, as what is tuned with one half
has to hold for the other. Of the records that changed, those whose names are all still in the code
are counted: no look at the code tells them from those that stayed.
"""

import argparse
import collections
import difflib
import hashlib
import json
import pathlib
import re
import subprocess
import tempfile

from applies import Project as InPlace

FORTNIGHT = 14 * 86400
REWRITTEN = 0.5
STATUS = re.compile(r"(?im)^\W*status\W*$\s*((?:.+\n?){1,4})|^\W*status\W*:\W*(.+)$")
PAST = re.compile(r"supersed|deprecat|replaced|obsolet|retired|no longer|reverted|abandon")
STILL = re.compile(r"^\W*(supersedes|accepted|active|approved)")
IN_FORCE = re.compile(r"accept|adopt|approv|implement|active|decided")
TOLD = ("changed", "deleted")


def standing(text):
    """The status of a record as one of three words; empty where it has none that is known."""
    found = STATUS.search(text)
    said = (found.group(1) or found.group(2) or "").lower() if found else ""
    if PAST.search(said) and not STILL.search(said):
        return "past"
    return "active" if not said or IN_FORCE.search(said) else "other"


class Project(InPlace):
    """A clone that is asked at several of its commits."""

    def questions(self):
        """Each record with the revision to ask at, and why it changed; empty where it stayed."""
        form = "--format=%x01%H %ct"
        log = self.run("git", "log", "--no-merges", "--reverse", "-M40", form, "--name-status", "HEAD", "--", self.records)
        known, changed = {}, {}
        for block in log.split("\x01")[1:]:
            head, *files = block.strip().split("\n")
            commit, time = head.split()
            for fields in (line.split("\t") for line in files if line):
                path = fields[-1]
                before = known.pop(fields[1], None)
                if fields[0] == "D" or not path.endswith(".md"):
                    continue
                text = self.run("git", "show", f"{commit}:{path}")
                why = self.why(before, text, int(time)) if before and before["standing"] != "past" else ""
                if why:
                    changed[before["path"]] = (f"{commit}~", why)
                known[path] = {"standing": standing(text), "text": text, "time": int(time), "path": path}
        for path, record in known.items():
            if record["standing"] == "active" and path not in changed and re.search(r"\d", pathlib.Path(path).name):
                changed[path] = ("HEAD", "")
        return changed

    @staticmethod
    def why(before, text, time):
        if standing(text) == "past":
            return "status"
        likeness = difflib.SequenceMatcher(None, before["text"].split("\n"), text.split("\n"), autojunk=False).ratio()
        is_old = time - before["time"] > FORTNIGHT
        return "rewritten" if is_old and likeness < REWRITTEN else ""

    def freshness(self, path, revision):
        asked = [self.program, "show", "--json", "--rev", revision, path]
        # A record of long ago may be none that can be read.
        answer = subprocess.run(asked, cwd=self.at, env=self.environment, capture_output=True).stdout
        return json.loads(answer).get("freshness", {}) if answer else {"state": "unreadable"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="git-memory")
    parser.add_argument("projects", nargs="+", metavar="NAME=REPOSITORY#FOLDER")
    arguments = parser.parse_args()
    counts = {half: collections.Counter() for half in ("even", "odd")}
    states = collections.Counter()
    for text in arguments.projects:
        with tempfile.TemporaryDirectory() as folder:
            project = Project(text, arguments.program, pathlib.Path(folder))
            for path, (revision, why) in sorted(project.questions().items()):
                fresh = project.freshness(path, revision)
                state = fresh.get("state", "unknown")
                half = "odd" if hashlib.sha256(path.encode()).digest()[0] % 2 else "even"
                counts[half][bool(why), state in TOLD] += 1
                states[why or "stayed", state, fresh.get("reason", "")] += 1
                named = "; ".join(it["name"] for it in fresh.get("changes", {}).get("named", []))
                if why or state in TOLD:
                    print(f"{why or 'stayed'}\t{project.name}\t{path}\t{state}\t{named or fresh.get('reason', '')}", flush=True)
    for (why, state, reason), count in sorted(states.items()):
        print(f"{count:5} {why}: {state}{', ' * bool(reason)}{reason}")
    for half, count in counts.items():
        right, told = count[True, True], count[True, True] + count[False, True]
        print(f"{half}: told {told}, right {right} ({right / max(told, 1):.2f}); "
              f"of {right + count[True, False]} that changed, {right / max(right + count[True, False], 1):.2f} told")


if __name__ == "__main__":
    main()
