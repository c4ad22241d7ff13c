#!/usr/bin/env python3
"""How often memory tells the decision that an order is about.

Usage: benches/orders.py [--program PATH] [--model MODEL] [--rows FILE] [--few] [--orders FILE]
                         REPOSITORY#FOLDER...

Asked is what a developer types to an agent: the orders of `benches/orders.tsv`, of six kinds, each about
one decision record of a project. They were written from the records, before any answer was seen. The
last part of a repository's name tells its project, and the folder has its records, which are imported
into a repository of their own. The orders for the next project are strangers, to which nothing is an
answer. `--orders` takes other orders, such as `benches/paraphrases.tsv`. With `--few`, memory has only the records that orders are about, as that of a young project.
Printed is what benches/telling.py prints, and then the sum over all kinds.
"""

import collections
import pathlib
import re
import sys
import tempfile

import telling
from delivery import index, surroundings

ORDERS = pathlib.Path(__file__).with_name("orders.tsv")


class Project(telling.Set):
    """The records of a project, and the orders that are about them."""

    def __init__(self, origin, program, folder, model, few, orders):
        code, _, below = origin.partition("#")
        self.program, self.name = program, pathlib.Path(code).resolve().parent.name
        self.environment, self.work = surroundings(program, folder), folder / "work"
        self.code, self.cited = pathlib.Path(code), re.compile("$^")
        records = folder / "records"
        self.imported(self.code, below, records)
        found = {}
        for path in records.glob("memory/decisions/*.md"):
            head = path.read_text(errors="replace").split("\n---\n")[0]
            origin = re.search(r"(?m)^imported_from: *\S*/([^/\s\"']+)", head)
            found[origin[1]] = re.search(r"(?m)^id: *(\S+)", head)[1], path
        self.asked, asked = collections.defaultdict(list), set()
        for line in orders.read_text().splitlines():
            if line.startswith("#"):
                continue
            kind, project, beginning, text = line.split("\t")
            if self.name.endswith(project):
                wanted = [it for name, it in found.items() if name.startswith(beginning)]
                if len(wanted) != 1:
                    sys.exit(f"{self.name}: {beginning} names {len(wanted)} records")
                self.asked[kind].append((text, wanted[0][0]))
                asked.add(wanted[0][0])
        for identity, path in found.values():
            if few and identity not in asked:
                path.unlink()
        self.git("add", "-A", "memory", at=records)
        self.git("commit", "-q", "--no-verify", "-m", "memory", at=records)
        index(program, self.environment, records, model)


def main():
    parser = telling.options(__doc__, "project")
    parser.add_argument("--few", action="store_true", help="only the records that are asked about")
    parser.add_argument("--orders", type=pathlib.Path, default=ORDERS, help="file of the orders")
    parser.add_argument("repositories", nargs="+", metavar="REPOSITORY#FOLDER")
    arguments = parser.parse_args()
    counts = collections.defaultdict(collections.Counter)
    rows = open(arguments.rows, "w") if arguments.rows else None
    with tempfile.TemporaryDirectory() as folder:
        projects = []
        for nth, origin in enumerate(arguments.repositories):
            below = pathlib.Path(folder) / str(nth)
            below.mkdir()
            one = Project(origin, arguments.program, below, arguments.model, arguments.few, arguments.orders)
            projects.append(one)
            projects[-1].told("warm up")
        for nth, one in enumerate(projects):
            for kind, orders in one.asked.items():
                telling.ask(one, kind, orders, counts, rows)
            others = projects[(nth + 1) % len(projects)].asked.values()
            strangers = [(text, None) for orders in others for text, _ in orders]
            telling.ask(one, "strangers", strangers, counts, rows)
    for (kind, half), count in list(counts.items()):
        if kind != "strangers":
            counts["all orders", half].update(count)
    telling.report(counts)


if __name__ == "__main__":
    main()
