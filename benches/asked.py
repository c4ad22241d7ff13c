#!/usr/bin/env python3
"""What it costs an agent to find decisions over MCP.

Usage: benches/asked.py [--program PROGRAM] [--tokens N] [--folder FOLDER --questions FILE]

A scripted agent asks twenty questions about this project's own decisions, one after the other: it
calls `memory_recall`, and reads the best records where the answer lacks what it needs: the first words of
the section that decides. Prints, for each way of asking, how many calls it made, how many characters the
results had as they were sent, and for how many questions it got those words. With `--folder` it asks
about another repository, which has memory; each line of FILE is then a question, a tab, and the
path of the record that answers it.
"""

import argparse
import json
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "perf"))
from made import built

TOP = pathlib.Path(__file__).resolve().parent.parent

# Questions, each with the id of the record that answers it.
QUESTIONS = [
    ("which allocator does the program use", "dec-9yw6gc"),
    ("how does one get rid of a private entry for good", "dec-83s7nz"),
    ("where are the messages of commits indexed", "dec-3h0pou"),
    ("what happens to conflicts in front matter after a merge", "dec-e7j865"),
    ("how are configuration files of agents edited without losing comments", "dec-w4q8rt"),
    ("who parses source code that came from strangers", "dec-jyg0lg"),
    ("two records were added under the same file name on two branches", "dec-kwnw4w"),
    ("what does a hook do when it has no time left", "dec-06yxpy"),
    ("should tests be compiled with optimisation", "dec-i3x3z6"),
    ("how many tools does the MCP server have and why so few", "dec-0ykbo9"),
    ("from when on does removing a block from the policy count", "dec-s3lvsu"),
    ("can ADRs outside of memory be read in place", "dec-c1ued3"),
    ("how is the id of an adopted page made", "dec-uqdbho"),
    ("when is libgit2 used and when the git program", "dec-bdxl6y"),
    ("why are records Markdown with YAML front matter", "dec-qkcjxq"),
    ("are derived files tracked by git", "dec-lzfyff"),
    ("how does a change of several files survive a crash halfway", "dec-epc5ax"),
    ("where is a secret stopped before git stores it", "dec-ztwqdl"),
    ("why no existing search engine for recall", "dec-49pwa9"),
    ("do local requests that only read need the token", "dec-t01u43"),
]
# The sections that decide, the first that a record has.
DECIDES = ("## Decision", "## Rationale")
WORDS = 8


class Agent:
    """A client of one server, which counts what it asks and gets."""

    def __init__(self, program, folder):
        self.calls = self.characters = self.asked = 0
        self.server = subprocess.Popen([program, "mcp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        about = {"name": "bench", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.server.stdin.flush()

    def ask(self, method, parameters):
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": parameters})
        while True:
            answer = json.loads(self.server.stdout.readline())
            if answer.get("id") == self.asked:
                return answer["result"]

    def call(self, tool, **arguments):
        """The result of a tool; what the model gets of it is counted."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        self.calls += 1
        self.characters += len(json.dumps(result, ensure_ascii=False))
        return result

    def end(self):
        self.server.stdin.close()
        self.server.wait()


def plain(text):
    return " ".join(text.replace("**", "").split())


def decisive(text):
    """The first words of the section that decides."""
    for section in DECIDES:
        if f"\n{section}" in text:
            below = text.split(f"\n{section}", 1)[1].split("\n", 1)[1]
            return " ".join(plain(below).split()[:WORDS])
    raise SystemExit(f"no section decides in {text[:200]}")


def asked_about(folder, questions):
    """Each question with the words that answer it."""
    if questions:
        rows = [line.split("\t") for line in questions.read_text().splitlines() if line.strip()]
        return [(question, decisive((folder / path.strip()).read_text())) for question, path in rows]
    texts = {}
    for path in folder.glob("memory/decisions/*.md"):
        text = path.read_text()
        texts[text.split("\nid: ", 1)[1].split("\n", 1)[0]] = text
    return [(question, decisive(texts[record])) for question, record in QUESTIONS]


def answers(agent, question, words, way):
    """Whether the agent gets the words that decide: it asks, and reads the best hits where it has to."""
    result = agent.call("memory_recall", words=question, **way)
    if words in plain(result["content"][0]["text"]):
        return True
    for hit in result.get("structuredContent", {}).get("hits", [])[:2]:
        read = agent.call("memory_read", id=hit["id"], tier="t1", max_tokens=way.get("max_tokens", 1500))
        if words in plain(read["content"][0]["text"]):
            return True
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, default=TOP)
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--questions", type=pathlib.Path)
    parser.add_argument("--tokens", type=int, default=800)
    arguments = parser.parse_args()
    program = arguments.program.resolve() if arguments.program else built()
    asked = asked_about(arguments.folder, arguments.questions)
    for name, way in [
        ("hits", {}),
        ("working texts", {"tier": "t1", "max_tokens": arguments.tokens}),
        ("one text", {"as": "context", "max_tokens": arguments.tokens}),
    ]:
        agent = Agent(program, arguments.folder)
        missed = [question for question, words in asked if not answers(agent, question, words, way)]
        agent.end()
        print(f"{name}: {agent.calls} calls, {agent.characters} characters, {len(asked) - len(missed)} of {len(asked)} found")
        for question in missed:
            print(f"  not found: {question}")


if __name__ == "__main__":
    main()
