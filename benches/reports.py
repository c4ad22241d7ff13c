#!/usr/bin/env python3
"""How often memory tells the reason of a change to a prompt that reports the problem.

Usage: benches/reports.py [--program PATH] [--model MODEL] [--most N] [--rows FILE] [--keep FOLDER]
                          REPOSITORY...

The change log of each repository says in a line for users what a change, named by its number, has
mended or added; the message of the commit with that number says why. Each such message of twenty
words or more becomes a record of a memory, and so do 300 other messages. Asked are

  reports    lines about mended things
  orders     lines about everything else, which mostly begin with a verb
  strangers  both of the next repository

A line that has most of the words of its message's subject is left out: finding that is no art.
Printed is what benches/telling.py prints. With `--keep`, the memories stay for the next run.
"""

import collections
import pathlib
import re
import sys
import tempfile

import telling
from delivery import LINK, TRAILER, index, surroundings

REASON = range(20, 400)
OTHERS = 300
# Share of a line's words that its subject may have.
ALIKE = 0.7
NUMBER = re.compile(r"#(\d+)|/(?:pull|issues)/(\d+)")
HEADING = re.compile(r"(?m)^(?:#+ .*|[A-Z][^\n*]{2,60}:)$")
ITEM = re.compile(r"(?m)^[*-] +(.+(?:\n {2,}\S.*)*)")
MENDED = re.compile(r"(?i)\b(fix|fixed|fixes|bugs?|mend)\b")
MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|\[([^\]]*)\](?!\()")


def words(text):
    return set(re.findall(r"[a-z]{3,}", text.lower()))


def plain(line):
    """A line without links, numbers and what labels it."""
    text = MARKUP.sub(lambda found: found[1] or found[2] or "", line.replace("\\", ""))
    text = re.sub(r"\([^()]*(?:PR|#)[^()]*\)|\b(?:BUG|FEATURE|PERF|PR)\b(?=\s*#)|@[\w-]+|#\d+:?", " ", text)
    text = re.sub(r"[*`🎉❗]|\(\s*<?\s*\)|^\W*\([\w/, -]+\)", "", LINK.sub(" ", text))
    return " ".join(text.split()).strip(" ,:")


class Changes(telling.Set):
    """A repository, the memory made of its messages, and the questions that its change log gives."""

    def __init__(self, code, program, folder, model):
        self.program, self.code = program, pathlib.Path(code).resolve()
        self.name, self.work = self.code.parent.name, folder / "work"
        self.environment = surroundings(program, folder)
        records, named, lines = folder / "records", self.messages(), list(self.lines())
        wanted = {number for number, *_ in lines}
        others = sorted(set(named) - wanted)[-OTHERS:]
        if not records.exists():
            self.begin(records)
            for number in [*wanted & set(named), *others]:
                subject, body, _ = named[number]
                path = records / f"changes/{number:05}-change.md"
                path.parent.mkdir(exist_ok=True)
                path.write_text(f"# {number}. {subject}\n\n## Status\n\nAccepted\n\n## Decision\n\n{body}\n")
            self.memory("init", "-q")
            self.memory("import", "adr", "-q", str(records / "changes"))
            self.git("add", "memory", at=records)
            self.git("commit", "-q", "--no-verify", "-m", "memory", at=records)
        index(program, self.environment, records, model)
        known, self.commits = {}, {}
        for path in records.glob("memory/decisions/*.md"):
            head = path.read_text().split("\n---\n")[0]
            number, identity = int(re.search(r"changes/0*(\d+)-change", head)[1]), re.search(r"(?m)^id: (\S+)", head)[1]
            known[number], self.commits[identity] = identity, named[number][2]
        self.asked = collections.defaultdict(list)
        for number, is_mended, text in dict.fromkeys(lines):
            if number in known and not self.is_copied(text, named[number][0]):
                self.asked["reports" if is_mended else "orders"].append((text, known[number]))

    def begin(self, records):
        """Makes the repository that the memory comes into."""
        self.git("init", "-q", str(records), at=records.parent)

    def is_copied(self, text, subject):
        said = words(text)
        return len(said & words(subject)) >= ALIKE * len(said)

    def messages(self):
        """Subject, body and id of the one commit that names a number and has a reason."""
        log = self.git("log", "--format=%H%n%B%x00", "HEAD", at=self.code)
        found = collections.defaultdict(list)
        for commit, _, message in (entry.strip().partition("\n") for entry in log.split("\0")):
            subject, _, body = TRAILER.sub("", message).strip().partition("\n")
            numbers = {int(number) for pair in NUMBER.findall(message) for number in pair if number}
            if re.match(r"(Auto merge of|Merge pull request) #(\d+)", subject):
                numbers = {int(re.search(r"#(\d+)", subject)[1])}
                subject, _, body = body.strip().partition("\n")
            body = NUMBER.sub(" ", LINK.sub(" ", body)).strip()
            if len(numbers) == 1 and len(body.split()) in REASON and len(subject.split()) > 2:
                found[numbers.pop()].append((NUMBER.sub(" ", subject).strip(" ()"), body, commit))
        return {number: texts[0] for number, texts in found.items() if len(texts) == 1}

    def lines(self):
        """The lines of the change log that name one change: its number, if it mended, the text."""
        listed = self.git("ls-tree", "--name-only", "HEAD", at=self.code).split("\n")
        log = next(path for path in listed if re.match(r"(?i)(change|news)", path))
        text = self.git("show", f"HEAD:{log}", at=self.code)
        parts = [(found.start(), found[0]) for found in HEADING.finditer(text)]
        for item in ITEM.finditer(text):
            heading = next((name for at, name in reversed(parts) if at < item.start()), "")
            numbers = {int(number) for pair in NUMBER.findall(item[1]) for number in pair if number}
            said = plain(item[1])
            if len(numbers) == 1 and len(said.split()) in telling.WORDS:
                yield numbers.pop(), bool(MENDED.search(heading) or MENDED.search(said)), said


def parser(description):
    """A reader of the arguments that measurements of change logs take."""
    reader = telling.options(description, "repository")
    reader.add_argument("--keep", type=pathlib.Path, help="folder that the memories stay in")
    reader.add_argument("repositories", nargs="+")
    return reader


def main():
    arguments = parser(__doc__).parse_args()
    counts = collections.defaultdict(collections.Counter)
    rows = open(arguments.rows, "w") if arguments.rows else None
    with tempfile.TemporaryDirectory() as folder:
        sets = []
        for nth, code in enumerate(arguments.repositories):
            below = (arguments.keep or pathlib.Path(folder)) / str(nth)
            below.mkdir(parents=True, exist_ok=True)
            sets.append(Changes(code, arguments.program, below, arguments.model))
            sets[-1].told("warm up")
        for nth, one in enumerate(sets):
            for kind in ("reports", "orders"):
                telling.ask(one, kind, telling.sample(one.asked[kind], arguments.most, kind), counts, rows)
            others = [text for kind in sets[(nth + 1) % len(sets)].asked.values() for text in kind]
            strangers = [(text, None) for text, _ in telling.sample(others, arguments.most, "s")]
            telling.ask(one, "strangers", strangers, counts, rows)
            print(one.name, file=sys.stderr, flush=True)
    telling.report(counts)


if __name__ == "__main__":
    main()
