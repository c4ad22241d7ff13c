"""Agents share a run by the protocol's own client for Python.

Usage: run.py PROGRAM TREE..., work trees of one repository that has memory. It fails with what was
not as it should be.
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters
from mcp.types import Implementation

PROGRAM, *TREES = sys.argv[1:]
WORKERS = 8
STEPS = 64
# Each step waits for the one so many before it.
LANES = 16


def client(name, tree):
    server = StdioServerParameters(command=PROGRAM, args=["mcp"], cwd=tree)
    info = Implementation(name=name, version="1")
    return Client(server, client_info=info, cache=None, read_timeout_seconds=60)


async def run(server, **arguments):
    result = await server.call_tool("memory_run", {"run": "ship", **arguments})
    assert not result.is_error, (arguments, result.content)
    return result.structured_content


async def steps(server):
    """The steps of the run, by name."""
    told = await run(server)
    return {step["step"]: step for step in told["runs"][0]["steps"]}


async def work(nth, done):
    """Takes steps and reports them until the run is done."""
    async with client(f"worker{nth}", TREES[nth % len(TREES)]) as server:
        while True:
            answer = await run(server, next=True, agent=f"w{nth}")
            if answer.get("done"):
                return
            if not answer.get("next"):
                await asyncio.sleep(0.05)
                continue
            name = answer["next"]["step"]
            assert int(name) < LANES or str(int(name) - LANES) in done, name
            done.append(name)
            await run(server, step=name, agent=f"w{nth}", title="Done")


async def many_workers():
    async with client("lead", TREES[0]) as lead:
        for nth in range(STEPS):
            after = [str(nth - LANES)] if nth >= LANES else []
            await run(lead, step=str(nth), status="planned", title=f"Step {nth}", after=after)
        done = []
        await asyncio.gather(*(work(nth, done) for nth in range(WORKERS)))
        assert sorted(done, key=int) == [str(nth) for nth in range(STEPS)], done
        print(f"{WORKERS} clients in {len(TREES)} work trees did {STEPS} steps once each")


async def day_of_a_lead():
    """Plan, hand out, watch, fail, try again, decide, hand over."""
    async with client("lead", TREES[0]) as lead, client("worker", TREES[1]) as worker:
        await run(lead, step="build", status="planned", title="Build it", body="With all features.")
        await run(lead, step="release", status="planned", title="Release it", after=["build"])
        taken = (await run(worker, next=True, agent="ada"))["next"]
        assert taken["step"] == "build" and "all features" in taken["plan"], taken
        assert (await steps(lead))["build"]["agent"] == "ada"
        await run(worker, step="build", agent="ada", status="failed", title="The linker is too old")
        failed = (await steps(lead))["build"]
        assert failed["state"] == "failed" and failed["failures"] == ["The linker is too old"], failed
        await run(lead, step="build", status="planned", title="Build it with the new linker")
        again = (await run(worker, next=True, agent="ada"))["next"]
        assert again["failures"] == ["The linker is too old"], again
        decision = {"kind": "decision", "title": "Link with lld", "body": "The old linker is too slow."}
        assert not (await lead.call_tool("memory_write", decision)).is_error
        await run(worker, step="build", agent="ada", title="It builds")
        await run(lead, step="release", status="blocked", agent="lead", title="Waits for the key")
        await run(lead, step="hand-over", title="Handed over", follow_ups=["ask Bo for the key"])
    async with client("next", TREES[0]) as following:
        context = await following.call_tool("workspace_get_context", {})
        told = context.content[0].text
        assert "Link with lld" in told, told
        assert (await steps(following))["release"]["state"] == "blocked"
        text = await following.call_tool("memory_recall", {"words": "key", "as": "context"})
        assert "ask Bo for the key" in text.content[0].text, text.content


async def main():
    await day_of_a_lead() if TREES[0].endswith("day") else await many_workers()


asyncio.run(main())
