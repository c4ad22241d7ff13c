#!/usr/bin/env python3
"""What memory takes of a session's tokens: its start, three prompts and five edits.

Usage: benches/session.py [--program PROGRAM]... NAME=REPOSITORY#FOLDER...

Each argument names a project, a clone of its repository, and the folder of its decision records, as
for benches/applies.py: memory is begun in a clone, and the folder becomes a root. Then one session
starts, asks about three records in the words of their titles, the first, the middle and the last
one by path, and edits five of the files that the last commits changed. Printed is, for each project
and program, how many tokens the hooks told at the start, at the prompts and at the edits, and in
how many of the prompts the record that the prompt is about was told.
"""

import argparse
import json
import pathlib
import re
import tempfile

from applies import Project

PROMPTS, EDITS = 3, 5
PIECES = re.compile(r"\n|[^\W\d_]+|\d+|[^\w\s]+|_+")


def tokens(text):
    """About as many tokens as common vocabularies make of a text: the weights of the program's own estimate."""
    count = 0
    for piece in PIECES.findall(text):
        if piece == "\n":
            count += 0.733
        elif piece[0].isalpha():
            count += 0.97 + max(0, len(piece) - 5) * 0.117
        elif piece[0].isdigit():
            count += 1.39 * -(-len(piece) // 3)
        else:
            count += 0.52 * len(piece)
    return round(count)


def hook(project, name, **more):
    call = {"session_id": "session", "cwd": str(project.at)} | more
    said = project.run(project.program, "hook", name, text=json.dumps(call).encode())
    return json.loads(said)["hookSpecificOutput"]["additionalContext"] if said else ""


def asked(project):
    """The title and the path of some records."""
    listed = json.loads(project.run(project.program, "list", "--json", "-n", "5000"))["records"]
    records = sorted((record["record_path"], record["title"]) for record in listed)
    return [records[len(records) * nth // PROMPTS] for nth in range(PROMPTS)] if records else []


def session(project):
    """The tokens of the start, of the prompts and of the edits, and how many prompts were answered."""
    # The first question of a clone reads everything, which is more than a hook has time for.
    project.run(project.program, "context", "--for", project.files()[0])
    start = tokens(hook(project, "session-start", hook_event_name="SessionStart", source="startup"))
    prompts, right = 0, 0
    for path, title in asked(project):
        prompt = f"How did we decide about this: {title}? Please look before you change anything."
        told = hook(project, "user-prompt", hook_event_name="UserPromptSubmit", prompt=prompt)
        prompts += tokens(told)
        right += path in told
    edits = 0
    for file in project.files()[:EDITS]:
        edit = {"file_path": str(project.at / file), "old_string": "a", "new_string": "b"}
        edits += tokens(hook(project, "pre-tool-use", hook_event_name="PreToolUse", tool_name="Edit", tool_input=edit))
    return start, prompts, edits, right


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", action="append", help="a built program; several are compared")
    parser.add_argument("projects", nargs="+", metavar="NAME=REPOSITORY#FOLDER")
    arguments = parser.parse_args()
    print("| project | program | start | 3 prompts | 5 edits | all | prompts answered |\n|---|---|---|---|---|---|---|")
    for text in arguments.projects:
        for program in arguments.program or ["git-memory"]:
            with tempfile.TemporaryDirectory() as folder:
                project = Project(text, program, pathlib.Path(folder).resolve())
                start, prompts, edits, right = session(project)
            total = start + prompts + edits
            print(f"| {project.name} | {program} | {start} | {prompts} | {edits} | {total} | {right} of {PROMPTS} |", flush=True)


if __name__ == "__main__":
    main()
