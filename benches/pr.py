#!/usr/bin/env python3
"""What `git memory pr` names in the pull requests of real projects.

Each project is a clone with a folder of decision records:

    benches/pr.py [--most N] [--labels FILE] PROGRAM CLONE=FOLDER...

Takes N commits of each clone's first-parent line since the folder has records, evenly apart: merges,
and those into which a forge has squashed a pull request (`(#12)`). Runs `pr` on each, and prints a line
for each decision that is named: project, commit, record, label, number of files, reasons, files. With
labels (the first three columns, then `yes` or `no`), counts how many of the named decisions belong
there. Nothing in the clones changes but their caches.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time


def git(clone, *arguments):
    run = subprocess.run(["git", "-C", clone, *arguments], capture_output=True, text=True)
    return run.stdout.split("\n")[:-1] if run.returncode == 0 else []


def changes(clone, folder, most):
    """Pull requests after the first record, evenly apart, the newest first: commit and range."""
    first = git(clone, "log", "--first-parent", "--reverse", "--format=%H", "HEAD", "--", folder)
    if not first:
        sys.exit(f"{clone} has no {folder}")
    found = []
    for line in git(clone, "log", "--first-parent", "--format=%H%x09%P%x09%s", f"{first[0]}..HEAD"):
        commit, parents, subject = line.split("\t", 2)
        if " " in parents:
            found.append((commit, f"{commit}^1..{commit}^2"))
        elif re.search(r"\(#\d+\)$", subject):
            found.append((commit, f"{commit}^..{commit}"))
    step = max(1, len(found) // most)
    return found[::step][:most]


def named(program, clone, folder, span):
    """The answer of `pr` for a range, and the seconds it took."""
    environment = {**os.environ, "GIT_MEMORY_ROOTS": folder}
    before = time.monotonic()
    run = subprocess.run(
        [program, "pr", span, "--json"],
        cwd=clone, env=environment, capture_output=True, text=True, check=False)
    if run.returncode > 1:
        sys.exit(f"{clone} {span}: {run.stderr}")
    return json.loads(run.stdout), time.monotonic() - before


def labels(path):
    known = {}
    if path:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                if line.strip() and not line.startswith("#"):
                    project, merge, record, label = line.rstrip("\n").split("\t")[:4]
                    known[project, merge, record] = label
    return known


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=34)
    parser.add_argument("--labels")
    parser.add_argument("program")
    parser.add_argument("clones", nargs="+")
    arguments = parser.parse_args()
    known = labels(arguments.labels)
    count, silent, total, right, judged, seconds = 0, 0, 0, 0, 0, []
    kinds = {}
    for clone in arguments.clones:
        clone, _, folder = clone.partition("=")
        project = os.path.basename(os.path.abspath(clone))
        for merge, span in changes(clone, folder, arguments.most):
            answer, took = named(os.path.abspath(arguments.program), clone, folder, span)
            seconds.append(took)
            count += 1
            silent += not answer["decisions"]
            for found in answer["findings"]:
                kind = f"{found['kind']} ({found['level']})"
                kinds[kind] = kinds.get(kind, 0) + 1
            for decision in answer["decisions"]:
                total += 1
                record = os.path.basename(decision["record_path"])
                label = known.get((project, merge[:10], record), "")
                judged += bool(label)
                right += label == "yes"
                reason = "; ".join(decision["reasons"][:3] or ["-"])
                print(project, merge[:10], record, label, decision["count"],
                      reason, " ".join(decision["files"][:3]), sep="\t")
    seconds.sort()
    print(f"{count} pull requests, {silent} without a decision; {total} decisions named; "
          f"{right} of {judged} judged ones belong there; "
          f"{seconds[len(seconds) // 2]:.1f} s in the middle, at most {seconds[-1]:.1f} s; "
          + ", ".join(f"{kind}: {many}" for kind, many in sorted(kinds.items())),
          file=sys.stderr)


if __name__ == "__main__":
    main()
