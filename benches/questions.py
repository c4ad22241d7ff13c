#!/usr/bin/env python3
"""How far an agent gets with the rules alone.

Usage: benches/questions.py REPOSITORY#FOLDER...

Each repository (whatever `git clone` takes) is cloned and its folder of decision records imported.
Of up to 100 records with a section that says what was decided, that is then asked for as a question
with the record's title, by someone who knows nothing but `git memory init --rules`: the commands in
the rule about questions are run in the order in which they are named there, until the beginning of
what was decided has been read. Prints how many calls and characters that took, and which questions
were not answered within 4 calls and 8,000 characters.
"""

import json
import os
import pathlib
import random
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

CALLS, CHARACTERS = 4, 8000
ASKED = 100
NAMES = r"(?i)[\d.\s]*(decision|decision outcome|what was decided|proposal|proposed solution|specification|solution)"
DECISIVE = re.compile(rf"(?i)#{{2,3}}\s+{NAMES.removeprefix('(?i)')}\s*")


def run(*command, cwd=None):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, errors="replace")
    return done.stdout + done.stderr


def folded(text):
    return " ".join(text.split())


def decided(text):
    """The first 30 characters below the heading that says what was decided."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if DECISIVE.fullmatch(line):
            below = []
            for line in lines[at + 1 :]:
                if re.match(r"#{1,3}\s", line):
                    break
                below.append(line)
            said = folded("\n".join(line for line in below if not line.startswith("#")))
            return said[:30] if len(said) >= 30 else None
    return None


def commands(rules):
    """The commands that the rule about questions names, in order."""
    for rule in re.split(r"(?m)^- ", rules):
        if rule.startswith("A question"):
            return re.findall(r"`(git memory [^`]+)`", rule)
    sys.exit("no rule about questions")


def shell(words, cwd):
    """What a command line prints in which `|` means what it does to a shell."""
    line = " ".join(word if word == "|" else shlex.quote(word) for word in words)
    return run("sh", "-c", line, cwd=cwd)


def filled(command, question, found, section):
    """A command with what an agent puts in the place of the names in it; `None` where it knows none."""
    if "<id>" in command and not found:
        return None
    words = []
    for word in re.findall(r'"[^"]*"|<[^>]*>|\S+', command):
        if word == "<id>":
            word = found[0]
        elif "heading" in word:
            word = section
        elif "<" in word:
            word = question
        words.append(word)
    return words


def ask(top, rules, question, answer):
    """The calls and characters until the answer was read, and whether it was."""
    calls = characters = 0
    found, section = [], "decision"
    for command in commands(rules):
        words = filled(command, question, found, section)
        if words is None:
            continue
        said = shell(words, top)
        calls += 1
        characters += len(said)
        if folded(answer) in folded(said):
            return calls, characters, True
        # Whoever reads a list takes the record that is called as what he looks for, else the first.
        if " recall " in command or not found:
            found = re.findall(r"\b(dec-[a-z0-9]{6})\b", said)
            named = re.search(rf"(?m)^(dec-[a-z0-9]{{6}})  {re.escape(question)} ", said)
            found = [named[1]] if named else found
        # What a pack had no room for is named in it.
        for names in re.findall(r"\[… also: ([^\]]*)\]", said):
            for name in names.split(" · "):
                if re.fullmatch(NAMES, name):
                    section = name
    return calls, characters, False


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print("| repository | questions | answered | calls, mean | most | characters, median | most |")
    print("|---|---|---|---|---|---|---|")
    unanswered = []
    for argument in sys.argv[1:]:
        url, _, folder = argument.partition("#")
        with tempfile.TemporaryDirectory() as work:
            os.environ.update(HOME=work, GIT_CONFIG_NOSYSTEM="1")
            top = pathlib.Path(work, "clone")
            run("git", "clone", "-q", url, str(top))
            run("git", "config", "--global", "user.name", "Bench")
            run("git", "config", "--global", "user.email", "bench@example.org")
            run("git", "memory", "init", "--rules", "--no-hooks", cwd=top)
            run("git", "memory", "import", "adr", folder or ".", cwd=top)
            rules = (top / "memory/rules/memory.md").read_text()
            records = json.loads(run("git", "memory", "list", "--json", "--kind", "decision", cwd=top))["records"]
            questions = []
            for record in records:
                answer = decided((top / record["record_path"]).read_text(errors="replace"))
                if answer:
                    questions.append((record["title"], answer))
            random.Random(7).shuffle(questions)
            took = []
            for title, answer in questions[:ASKED]:
                calls, characters, is_answered = ask(top, rules, title, answer)
                is_right = is_answered and calls <= CALLS and characters <= CHARACTERS
                took.append((calls, characters, is_right))
                if not is_right:
                    unanswered.append(f"{url}: {title}: {calls} calls, {characters} characters")
            if not took:
                continue
            calls, characters, right = zip(*took)
            print(
                f"| {url.removesuffix('/repo').rsplit('/', 1)[-1]} | {len(took)} | {sum(right)} "
                f"| {statistics.mean(calls):.2f} | {max(calls)} "
                f"| {statistics.median(characters):.0f} | {max(characters)} |"
            )
    print("\n".join(unanswered))


main()
