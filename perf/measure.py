"""Measures a command with each program in turn, and prints a row of a table.

Usage: measure.py [--before SHELL] [--input TEXT] [--beside COMMAND] [--rounds N] NAME COMMAND

Runs the command from new processes in each program's repository: twice without counting, then as often
as `perf/run --rounds` says. A cell has the medians of processor time and time by the clock, in
milliseconds, children included, and the peak memory of one process, in megabytes; from the second
program on also the ratios to the first one, round by round.

`--before` is a shell command that runs before each round, without being measured. `--beside` is another
command that runs in turn with the first: it gets a row of its own, and one says how many times as long the
first takes. NTH in commands and input is the number of the round.
"""

import argparse
import os
import pathlib
import shlex
import statistics
import subprocess
import sys

WARM_UP = 2
# A process begins with the peak memory of the one that starts it, so a small one starts each command.
START = """
import os, sys, time
quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
begun = time.perf_counter()
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, used = os.wait4(child, 0)
clock = time.perf_counter() - begun
print((used.ru_utime + used.ru_stime) * 1000, clock * 1000, used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status))
"""


class Program:
    """A program's repository, and the environment in which `git memory` is this program."""

    def __init__(self, folder):
        self.at = folder / "at" / "repository"
        self.environment = os.environ | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}

    def before(self, shell, nth):
        subprocess.run(["sh", "-eu", "-c", shell.replace("NTH", nth)], cwd=self.at, env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def took(self, command, given, nth):
        """Milliseconds of processor time and by the clock, megabytes."""
        words = shlex.split(command.replace("NTH", nth))
        run = [sys.executable, "-S", "-c", START, *words]
        said = subprocess.run(run, cwd=self.at, env=self.environment, input=given.replace("NTH", nth).encode(), stdout=subprocess.PIPE, check=True).stdout
        *figures, status = map(float, said.split())
        # 1 is an answer: findings, no results.
        if status not in (0, 1):
            raise SystemExit(f"{command}: exit status {status:.0f}")
        return figures


def cell(rounds, first):
    processor, clock, memory = zip(*rounds)
    text = f"{statistics.median(processor):.1f}; {statistics.median(clock):.1f} ms, {max(memory):.0f} MB"
    if first is not None:
        ratios = [statistics.median(own[which] / max(other[which], 1e-3) for own, other in zip(rounds, first)) for which in (0, 1)]
        text += f" ({ratios[0]:.2f}; {ratios[1]:.2f})"
    return text


def row(name, cells):
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def main():
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("--before", default="")
    asked.add_argument("--input", default="")
    asked.add_argument("--beside")
    asked.add_argument("--rounds", type=int, default=int(os.environ["PERF_ROUNDS"]))
    asked.add_argument("name")
    asked.add_argument("command")
    given = asked.parse_args()
    programs = [Program(folder) for folder in sorted(pathlib.Path(os.environ["PERF_WORK"]).glob("[0-9]*"))]
    commands = [given.command] + ([given.beside] if given.beside else [])
    took = [[[] for _ in programs] for _ in commands]
    # What takes minutes is measured once.
    for nth in range(-WARM_UP if given.rounds > 1 else 0, given.rounds):
        for which, program in enumerate(programs):
            for each, command in zip(took, commands):
                program.before(given.before, str(nth + WARM_UP))
                figures = program.took(command, given.input, str(nth + WARM_UP))
                if nth >= 0:
                    each[which].append(figures)
    for name, each in zip([given.name, f"beside it: `{given.beside}`"], took):
        row(name, [cell(rounds, each[0] if which else None) for which, rounds in enumerate(each)])
    if given.beside:
        times = ([statistics.median(own[which] / max(other[which], 1e-3) for own, other in zip(*pair)) for which in (0, 1)] for pair in zip(*took))
        row("times as long", [f"{processor:.2f}; {clock:.2f}" for processor, clock in times])


if __name__ == "__main__":
    main()
