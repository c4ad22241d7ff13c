#!/usr/bin/env python3
"""How often memory tells the right record unasked, and how often it should have kept silent.

Usage: benches/telling.py [--program PATH] [--model MODEL] [--most N] [--rows FILE]
                          CODE=RECORDS#FOLDER:SERIES...

Each pair names a repository and one whose decision records its commits name by number: for example
`mypy=peps#peps:pep`. The records are imported into a repository of their own. Asked are

  prompts    messages of 5 to 80 words of commits that name one record, without its name
  orders     titles of records, reworded: another verb, other small words, a word left out
  strangers  messages of commits of the next pair, which name no record, and its orders

Each of them is what a person types in a new session. Of the first two, the named record is the one
that is to be told; nothing is to be told to a stranger. Printed is, for questions with even and with
odd checksums apart (tune with one half, judge by the other), in how many sessions the hook for prompts
told the record, others only, or both, and in how many packs of 300 and of 500 tokens the record is;
beside it, how often `recall` has it first and among the first eight.
With `--rows`, the eight best hits of each question go to a file, one JSON object a line. With
`--model`, what `git memory model add` takes, search goes by meaning, too.
"""

import argparse
import collections
import itertools
import json
import os
import pathlib
import random
import re
import sys
import tempfile
import time
import zlib

from delivery import LINK, TRAILER, Pair, run

SESSIONS = itertools.count(time.time_ns())
WORDS = range(5, 81)
BUDGETS = (300, 500)
EVENTS = {"user-prompt": "UserPromptSubmit", "pre-tool-use": "PreToolUse"}
# Rules by which a title becomes an order: each with what begins it.
ORDERS = ["{}", "Please {}", "Let us {} now", "{}, with tests", "I want to {} in the next release",
          "Can you {}? Keep the change small."]
VERBS = {"use": "switch to", "add": "introduce", "adding": "introduce", "remove": "drop", "removing": "drop",
         "support": "make it handle", "deprecate": "phase out", "allow": "make it possible to have",
         "improve": "make better", "change": "rework", "store": "keep", "define": "write down"}
SMALL = {"a", "an", "the", "of", "for", "to", "in", "on", "and", "with", "from", "by", "at", "as", "or", "via"}


class Set(Pair):
    """A pair, and the questions that its commits and records give."""

    def titles(self):
        """The title of each record, by id."""
        listed = json.loads(self.memory("list", "--json", "-n", "5000"))
        return {record["id"]: record["title"] for record in listed["records"]}

    def memory(self, *arguments, text=None):
        return run(self.program, "-C", str(self.at), *arguments, text=text, env=self.environment)

    @property
    def at(self):
        """The repository that has the memory."""
        return self.work.parent / "records"

    def prompts(self):
        """Messages that name one record, each with its id; messages that name none."""
        ids = {number: identity for _, number, identity, *_ in self.records}
        log = self.git("log", "--no-merges", "--format=%B%x00", "HEAD", at=self.code)
        told, strange, seen = [], [], set()
        for message in log.split("\0"):
            cited = {int(number) for number in self.cited.findall(message)}
            text = self.cited.sub(" ", LINK.sub(" ", TRAILER.sub(" ", message)))
            text = " ".join(text.split())
            if len(text.split()) not in WORDS or text in seen:
                continue
            seen.add(text)
            if not cited:
                strange.append((text, None))
            elif len(cited) == 1 and (identity := ids.get(min(cited))):
                told.append((text, identity))
        return told, strange

    def orders(self):
        orders = []
        for identity, title in sorted(self.titles().items()):
            chance = random.Random(zlib.crc32(title.encode()))
            words = self.cited.sub(" ", re.sub(r"^\W*\d+\W+|[\"“”`]", " ", title)).split()
            words = [VERBS.get(word.lower(), word) if nth == 0 else word for nth, word in enumerate(words)]
            words = [word for word in words if word.lower() not in SMALL or chance.random() < 0.5]
            if len(words) > 4:
                del words[chance.randrange(1, len(words))]
            if len(words) >= 3:
                text = " ".join(words)
                orders.append((chance.choice(ORDERS).format(text[0].lower() + text[1:]), identity))
        return orders

    def told(self, text):
        """The ids that the hook tells to a new session."""
        return self.heard(("user-prompt", {"prompt": text}))

    def heard(self, *calls):
        """The ids that hooks tell to a new session, in all of its calls together."""
        told = set()
        # On a busy machine a hook may run out of time: then the next session has the answer.
        for session in itertools.islice(SESSIONS, 2):
            for hook, call in calls:
                asked = {"session_id": f"{session}", "hook_event_name": EVENTS[hook], "cwd": str(self.at), **call}
                answer = self.memory("hook", hook, text=json.dumps(asked).encode())
                if answer:
                    told |= identities(json.loads(answer)["hookSpecificOutput"].get("additionalContext", ""))
            if told:
                break
        return told

    def packed(self, text, tokens):
        return identities(self.memory("context", f"--query={text}", "--max-tokens", str(tokens)))

    def row(self, text):
        return json.loads(self.memory("recall", "--json", "--explain", "-n", "8", "--", text))["hits"]


def identities(pack):
    return set(re.findall(r"\b(?:id|commit)=\"?([0-9a-z-]+)", pack))


def sample(questions, most, salt):
    """As many of some questions, always the same ones."""
    return sorted(questions, key=lambda it: zlib.crc32((salt + it[0]).encode()))[:most]


def ask(one, kind, questions, counts, rows):
    for text, wanted in questions:
        told = one.told(text)
        half = "even" if zlib.crc32(text.encode()) % 2 == 0 else "odd"
        count = counts[kind, half]
        count["asked"] += 1
        count["right"] += wanted in told
        count["others too"] += wanted in told and len(told) > 1
        count["wrong"] += bool(told) and wanted not in told
        if kind != "strangers":
            hits = one.row(text)
            found = [hit["id"] for hit in hits]
            count["first"] += wanted in found[:1]
            count["first 8"] += wanted in found
            for tokens in BUDGETS:
                count[f"in {tokens}"] += wanted in one.packed(text, tokens)
        if rows:
            hits = hits if kind != "strangers" else one.row(text)
            row = {"set": one.name, "kind": kind, "half": half, "text": text, "wanted": wanted,
                   "told": sorted(told), "hits": hits}
            print(json.dumps(row), file=rows, flush=True)


def options(description, asked):
    """A reader of the arguments that all measurements of what is told take."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("--most", type=int, default=60, help=f"questions of one {asked} and kind")
    parser.add_argument("--program", default="git-memory")
    parser.add_argument("--model", help="also search by this model")
    parser.add_argument("--rows", help="file for the hits of each question")
    return parser


def main():
    parser = options(__doc__, "pair")
    parser.add_argument("pairs", nargs="+", metavar="CODE=RECORDS#FOLDER:SERIES")
    arguments = parser.parse_args()
    counts = collections.defaultdict(collections.Counter)
    rows = open(arguments.rows, "w") if arguments.rows else None
    with tempfile.TemporaryDirectory() as folder:
        sets = []
        for nth, pair in enumerate(arguments.pairs):
            below = pathlib.Path(folder) / str(nth)
            below.mkdir()
            one = Set(pair, arguments.program, below, arguments.model)
            one.git("add", "-A", at=below / "records")
            one.git("commit", "-q", "--no-verify", "-m", "memory", at=below / "records")
            one.told("warm up")
            sets.append((one, *one.prompts(), one.orders()))
        for nth, (one, prompts, _, orders) in enumerate(sets):
            _, _, strange, others = sets[(nth + 1) % len(sets)]
            most = arguments.most
            ask(one, "prompts", sample(prompts, most, "p"), counts, rows)
            ask(one, "orders", sample(orders, most, "o"), counts, rows)
            foreign = sample(strange, most, "s") + sample(others, most // 2, "s")
            ask(one, "strangers", [(text, None) for text, _ in foreign], counts, rows)
            print(one.name, file=sys.stderr, flush=True)
    report(counts)


def report(counts):
    names = ["asked", "first", "first 8", "right", "others too", "wrong", *(f"in {tokens}" for tokens in BUDGETS)]
    print(f"{'':18}", *(f"{name:>10}" for name in names))
    for (kind, half), count in sorted(counts.items()):
        print(f"{kind + ', ' + half:18}", *(f"{count[name]:10}" for name in names))


if __name__ == "__main__":
    main()
