#!/usr/bin/env python3
"""What `git memory pr` names in the pull requests of real projects.

Each project is a clone with a folder of decision records:

    benches/pr.py [--most N] [--skip N] [--labels FILE] [--paths FILE] [--comments FOLDER] PROGRAM CLONE=FOLDER...

Takes N commits of each clone's first-parent line since the folder has records, evenly apart: merges,
and those into which a forge has squashed a pull request (`(#12)`). Runs `pr` on each, and prints a line
for each decision that is named: project, commit, record, label, number of files, reasons, files. With
labels (the first three columns, then `yes` or `no`), counts how many of the named decisions belong
there.

`--paths` gives `paths` to records (project, record, pathspecs): both ends of a pull request are written
once more with them, as loose commits that no ref has, and only pull requests that change such a file are
taken. `--skip N` leaves out those of which every other run took N. `--comments` writes each comment into a
folder. Nothing else in the clones changes but their caches.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time


WHO = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
       for what, value in (("NAME", "A"), ("EMAIL", "a@b"), ("DATE", "1700000000 +0000"))}


def git(clone, *arguments, **given):
    run = subprocess.run(["git", "-C", clone, *arguments], capture_output=True, text=True, errors="replace", **given)
    return run.stdout.split("\n")[:-1] if run.returncode == 0 else []


def with_paths(clone, folder, commit, parents, paths, message):
    """A commit whose records have paths; it has the files of another one."""
    with tempfile.TemporaryDirectory() as scratch:
        environment = {**os.environ, **WHO, "GIT_INDEX_FILE": f"{scratch}/index"}
        git(clone, "read-tree", commit, env=environment)
        for name in git(clone, "ls-tree", "--name-only", f"{commit}:{folder}"):
            if name in paths:
                text = "\n".join(git(clone, "show", f"{commit}:{folder}/{name}")) + "\n"
                key = "paths: [" + ", ".join(f"'{spec}'" for spec in paths[name]) + "]\n"
                text = text.replace("---\n", f"---\n{key}", 1) if text.startswith("---\n") else f"---\n{key}---\n{text}"
                [blob] = git(clone, "hash-object", "-w", "--stdin", input=text)
                git(clone, "update-index", "--cacheinfo", f"100644,{blob},{folder}/{name}", env=environment)
        [tree] = git(clone, "write-tree", "--missing-ok", env=environment)
        above = [word for parent in parents for word in ("-p", parent)]
        return git(clone, "commit-tree", tree, *above, input=message, env=environment)[0]


def governed(clone, folder, span, paths):
    """The range with paths for its records; None if it changes no file of these."""
    base, head = span.split("..")
    [base] = git(clone, "merge-base", base, head)
    there = set(git(clone, "ls-tree", "--name-only", f"{base}:{folder}"))
    specs = [f":(glob){spec}" for name in there & paths.keys() for spec in paths[name]]
    if not specs or not git(clone, "diff", "--name-only", base, head, "--", *specs):
        return None
    before = with_paths(clone, folder, base, [base], paths, "Name paths")
    message = "\n".join(git(clone, "log", "--format=%B", f"{base}..{head}"))
    return f"{before}..{with_paths(clone, folder, head, [before], paths, message)}"


def changes(clone, folder, most, skip=0, paths=None):
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
    if paths is None:
        return found[::max(1, len(found) // most)][:most]
    taken = []
    # From all over the history, whatever is taken first.
    for part in range(17):
        for commit, span in found[part * 7 % 17::17]:
            span = governed(clone, folder, span, paths) if len(taken) < skip + most else None
            if span:
                taken.append((commit, span))
    return taken[skip:]


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


def told(path):
    """The pathspecs of records by project."""
    known = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                project, record, specs = line.rstrip("\n").split("\t")
                known.setdefault(project, {})[record] = specs.split(" ")
    return known


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
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--labels")
    parser.add_argument("--paths")
    parser.add_argument("--comments", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("clones", nargs="+")
    arguments = parser.parse_args()
    known = labels(arguments.labels)
    count, silent, total, right, judged, seconds = 0, 0, 0, 0, 0, []
    kinds = {}
    for clone in arguments.clones:
        clone, _, folder = clone.partition("=")
        project = os.path.basename(os.path.abspath(clone)).split("+")[-1]
        paths = told(arguments.paths)[project] if arguments.paths else None
        for merge, span in changes(clone, folder, arguments.most, arguments.skip, paths):
            answer, took = named(os.path.abspath(arguments.program), clone, folder, span)
            seconds.append(took)
            count += 1
            if arguments.comments:
                text = subprocess.run([os.path.abspath(arguments.program), "pr", span], cwd=clone, capture_output=True, text=True,
                                      env={**os.environ, "GIT_MEMORY_ROOTS": folder}).stdout
                (arguments.comments / f"{project}-{merge[:10]}.md").write_text(text, encoding="utf-8")
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
