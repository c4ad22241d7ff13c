#!/usr/bin/env python3
"""Search by words against search by words and meaning.

Usage: benches/meaning.py [--program PROGRAM] [--model MODEL]... [--most N] [--texts N] [--rows FILE]
                          SET=PATH...

Each set is read in place in a new repository and asked by words, then with each model: MODEL is what
`git memory model add` takes. Nothing of these texts is part of the project. Sets are

  paraphrases=FOLDER  the RFCs of Rust (folder `text` of github.com/rust-lang/rfcs), asked with
                      `benches/meaning/rust-rfcs.tsv`: the beginning of a document's name, a tab, and a
                      sentence that paraphrases it
  summaries=FOLDER    proposals below a folder (github.com/rust-lang/rfcs, python/peps,
                      ethereum/EIPs), each asked with the first 25 words of its summary, which is
                      taken out (`benches/summaries.py`)
  duplicates=FILE     reports of bugs (`hadoop_bugs.csv` or `SeaMonkey_bugs.csv` of
                      github.com/av9ash/gitbugs, with `…_bugs-combined.csv` beside it): asked is the
                      summary of a report that repeats an older one, which is the answer
  related=FILE        the same reports: `related` is asked of each one that repeats another

Printed is the share of questions whose document is first, and among the first five, with intervals of
95 %, for odd questions (settings were chosen by the odd paraphrases), for even ones, and for all; and how
many questions a model brings among the first five and how many it takes out. Then `strangers`: to how
many of the sentences of `benches/meaning/strangers.txt`, which nothing answers, anything is shown, and
how many hits on average.
"""

import argparse
import csv
import json
import math
import os
import pathlib
import random
import subprocess
import tempfile
import time

import summaries

HERE = pathlib.Path(__file__).resolve().parent
QUESTIONS, STRANGERS = HERE / "meaning/rust-rfcs.tsv", HERE / "meaning/strangers.txt"
FIVE = 5
DOCS = "docs/texts"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(HERE.parent / "target/release/git-memory"))
    parser.add_argument("--model", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--most", type=int, default=500, help="questions of one set")
    parser.add_argument("--texts", type=int, help="of one set: the answers, and others by chance")
    parser.add_argument("--rows", type=pathlib.Path, help="file for the place of each question's answer")
    parser.add_argument("sets", nargs="+", metavar="SET=PATH")
    return parser.parse_args()


def paraphrases(folder):
    texts = {path.name: path.read_text(errors="replace") for path in folder.glob("*.md")}
    asked = []
    for line in QUESTIONS.read_text().splitlines():
        begin, question = line.split("\t")
        asked.append((question, {name for name in texts if name.startswith(begin)}))
    return texts, asked


def summed_up(folder):
    texts, asked = {}, []
    for path in sorted(path for end in ("md", "rst") for path in folder.rglob(f"*.{end}")):
        if found := summaries.parts(path.read_text(errors="replace")):
            title, summary, rest = found
            name = "-".join(path.relative_to(folder).with_suffix(".md").parts)
            texts[name] = f"# {title or path.stem}\n\n{rest}"
            asked.append((" ".join(summary.split()[:25]), {name}))
    return texts, asked


def grouped(file):
    """The text of each report, and the number of the oldest one that it repeats."""
    csv.field_size_limit(1 << 30)
    with file.open(errors="replace") as rows:
        reports = {row["Issue id"].strip(): row for row in csv.DictReader(rows)}
    group = {number: number for number in reports}

    def oldest(number):
        while group[number] != number:
            number = group[number]
        return number

    with file.with_name(f"{file.stem}-combined.csv").open() as rows:
        for one, others in list(csv.reader(rows))[1:]:
            for other in others.split(","):
                if {one.strip(), other.strip()} <= set(reports):
                    first, last = sorted((oldest(one.strip()), oldest(other.strip())), key=int)
                    group[last] = first
    for number, report in reports.items():
        yield number, oldest(number), " ".join(report["Summary"].split()), report["Description"]


def duplicates(file):
    texts, asked = {}, []
    for number, first, summary, text in grouped(file):
        if first == number:
            texts[f"{number}.md"] = f"# {summary}\n\n{text}\n"
        else:
            asked.append((summary, {f"{first}.md"}))
    return texts, asked


def related(file):
    texts, groups = {}, {}
    for number, first, summary, text in grouped(file):
        texts[f"{number}.md"] = f"# {summary}\n\n{text}\n"
        groups.setdefault(first, set()).add(f"{number}.md")
    asked = [(f"{DOCS}/{name}", group - {name}) for group in groups.values() if len(group) > 1 for name in sorted(group)]
    return texts, asked


SETS = {"paraphrases": paraphrases, "summaries": summed_up, "duplicates": duplicates, "related": related}


def sample(some, most):
    """As many of them, always the same ones, in their order."""
    chosen = sorted(random.Random(7).sample(range(len(some)), min(most, len(some))))
    return [some[nth] for nth in chosen]


def interval(found, asked):
    """Wilson's interval."""
    if not asked:
        return 0.0, 0.0
    share, z = found / asked, 1.96
    middle = share + z * z / (2 * asked)
    width = z * math.sqrt(share * (1 - share) / asked + z * z / (4 * asked * asked))
    return tuple((middle + sign * width) / (1 + z * z / asked) for sign in (-1, 1))


class Repository:
    """A new repository with some texts, and a home without settings."""

    def __init__(self, program, top, texts):
        self.program, self.folder = program, top / "repository"
        self.environment = {"HOME": str(top / "home"), "PATH": os.environ["PATH"]}
        docs = self.folder / DOCS
        docs.mkdir(parents=True)
        (top / "home").mkdir()
        for name, text in texts.items():
            (docs / name).write_text(text)
        self.run("git", "init", "-q")
        self.run("git", "config", "user.name", "A")
        self.run("git", "config", "user.email", "a@example.com")
        self.run(program, "init", "--root", DOCS)
        self.run("git", "add", "-A")
        self.run("git", "commit", "-q", "--no-verify", "-m", "Documents")

    def run(self, *command):
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{command}: {done.stderr}")
        return done.stdout

    def asked(self, question, most):
        """The names of what a question finds, or of what is related to a document."""
        verb = "related" if question.startswith(f"{DOCS}/") else "recall"
        answer = self.run(self.program, verb, "--json", "-n", str(most), "--", question)
        return [pathlib.Path(hit["record_path"]).name for hit in json.loads(answer)["hits"]]

    def places(self, questions):
        """The place of each question's document among the first five; `None` for a later one."""
        for question, wanted in questions:
            names = self.asked(question, FIVE)
            yield next((place for place, name in enumerate(names) if name in wanted), None)


def report(name, by, places, words):
    for half, some in (("odd", places[::2]), ("even", places[1::2]), ("all", places)):
        asked, shares = len(some), []
        for most in (1, FIVE):
            found = sum(place is not None and place < most for place in some)
            low, high = interval(found, asked)
            shares.append(f"{found / max(asked, 1):.3f} ({low:.2f} to {high:.2f})")
        line = f"{name:22} {by:44} {half:5} {asked:4}  first {shares[0]}  first five {shares[1]}"
        if half == "all" and words is not None:
            pairs = list(zip(words, places))
            brought, taken = (sum(pair[way] is None and pair[1 - way] is not None for pair in pairs) for way in (0, 1))
            line += f"  +{brought} -{taken}"
        print(line, flush=True)


def main():
    given = arguments()
    rows = given.rows.open("w") if given.rows else None
    strangers = STRANGERS.read_text().splitlines()
    for origin in given.sets:
        kind, _, path = origin.partition("=")
        path = pathlib.Path(path)
        texts, questions = SETS[kind](path)
        questions, name = sample(questions, given.most), f"{kind} {path.stem}"
        if given.texts:
            wanted = set().union(*(names for _, names in questions), (pathlib.Path(it).name for it, _ in questions))
            wanted &= set(texts)
            others = sample(sorted(set(texts) - wanted), max(given.texts - len(wanted), 0))
            texts = {name: text for name, text in texts.items() if name in wanted or name in set(others)}
        with tempfile.TemporaryDirectory() as top:
            repository = Repository(str(pathlib.Path(given.program).resolve()), pathlib.Path(top), texts)
            print(f"{name}: {len(texts)} texts", flush=True)
            words, by = None, "words"
            for model in [None, *given.model]:
                if model:
                    repository.run(repository.program, "model", "add", str(model.resolve()))
                    begin = time.monotonic()
                    done = json.loads(repository.run(repository.program, "index", "--json"))
                    by = done["retrieval"]
                    print(f"{name:22} {done['made']} vectors in {time.monotonic() - begin:.1f} s", flush=True)
                places = list(repository.places(questions))
                report(name, by, places, words)
                words = words or places
                shown = [len(repository.asked(sentence, 10)) for sentence in strangers]
                print(f"{name:22} {by:44} strangers: {sum(map(bool, shown))} of {len(shown)} are shown something, "
                      f"{sum(shown) / len(shown):.1f} hits", flush=True)
                for (question, wanted), place in zip(questions, places) if rows else ():
                    print(json.dumps({"set": name, "by": by, "question": question, "wanted": sorted(wanted),
                                      "place": place}), file=rows, flush=True)


if __name__ == "__main__":
    main()
