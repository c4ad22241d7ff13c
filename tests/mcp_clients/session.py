"""Drives `git memory mcp` by the protocol's own client for Python.

Usage: session.py PROGRAM, in a work tree that has memory. It fails with what was not as it should be.
"""

import asyncio
import json
import os
import subprocess
import sys

import anyio
from mcp import Client, StdioServerParameters
from mcp.types import Implementation

PROGRAM = sys.argv[1]
SERVER = StdioServerParameters(command=PROGRAM, args=["mcp"])
CALLS = 1000
WRITERS = 8
NOTES = 5
# How much more memory the server may hold after all the calls than after the first hundred, in KB.
GROWTH = 2048


def client(mode, name="session"):
    info = Implementation(name=name, version="1")
    # What the client keeps is no answer of the server's.
    return Client(SERVER, mode=mode, client_info=info, cache=None, read_timeout_seconds=60)


async def data(server, tool, **arguments):
    """The structured content of a call that has to succeed; its text is for a reader, and is no JSON."""
    result = await server.call_tool(tool, arguments)
    assert not result.is_error, (tool, result.content)
    assert result.content[0].text.strip() and not result.content[0].text.startswith("{"), result.content
    return result.structured_content


async def each_tool(server):
    """Writes a record, and asks each tool about it."""
    listed = await server.list_tools()
    names = [tool.name for tool in listed.tools]
    written = await data(
        server,
        "memory_write",
        kind="decision",
        title="Send mail through one queue",
        body="A queue keeps the order of mail.",
        paths=["src/mail/**"],
    )
    found = await data(server, "memory_recall", query="order of mail")
    assert written["id"] in [hit["id"] for hit in found["hits"]], found
    read = await data(server, "memory_read", id=written["id"])
    assert read["title"] == "Send mail through one queue", read
    await data(server, "workspace_get_context", workspace=".")
    await data(server, "memory_write", kind="feedback", title="order of mail", id=written["id"], status="helpful")
    # The client holds each of these to the tool's schema of its answer.
    topic = await data(server, "memory_write", kind="topic", title="deploy", body="Push to main.")
    assert topic["path"].startswith("memory/topics/"), topic
    await data(server, "memory_run", run="r", step="s", title="Done")
    await data(server, "memory_write", kind="user", title="MEMORY", body="Short answers.")
    await data(server, "memory_write", id=written["id"], tags=["mail"])
    checked = await data(server, "memory_check_path", **{"paths": [".git/config"], "for": "write"})
    assert not checked["results"][0]["is_allowed"], checked
    wrong = await server.call_tool("memory_read", {"id": "dec-000000"})
    assert wrong.is_error and "memory_read {}" in wrong.content[0].text, wrong.content
    assert len(names) == 6, names
    return written["id"]


async def each_resource(server, record):
    listed = await server.list_resources()
    addresses = [str(resource.uri) for resource in listed.resources]
    assert len(addresses) == 4, addresses
    for address in [*addresses, f"memory://record/{record}"]:
        read = await server.read_resource(address)
        assert isinstance(read.contents[0].text, str), address
    for prompt in (await server.list_prompts()).prompts:
        assert (await server.get_prompt(prompt.name)).messages, prompt.name


async def cancelled(server):
    """A call that its caller gives up leaves a server that answers the next one."""
    with anyio.move_on_after(0.001):
        await server.call_tool("memory_recall", {"query": "order of mail"})
    await data(server, "memory_recall", query="order of mail")


def memory_of_servers():
    """The memory that the servers hold which this process has started, in KB; None where nobody tells."""
    listed = subprocess.run(["ps", "-eo", "ppid,rss,args"], capture_output=True, text=True, check=False)
    held = 0
    for line in listed.stdout.splitlines()[1:]:
        parent, size, program = line.split(None, 2)
        if int(parent) == os.getpid() and PROGRAM in program:
            held += int(size)
    return held or None


async def many_calls(server):
    early = None
    for nth in range(CALLS):
        await data(server, "memory_recall", query=f"order of mail {nth % 7}")
        if nth == 100:
            early = memory_of_servers()
    late = memory_of_servers()
    if early and late:
        assert late - early <= GROWTH, f"{early} KB became {late} KB"
        print(f"after 100 calls {early} KB, after {CALLS} {late} KB")
    else:
        print("the memory of the server was not measured: ps tells nothing")


async def writer(nth):
    async with client("auto", f"writer-{nth}") as server:
        for note in range(NOTES):
            await data(server, "memory_write", kind="note", title=f"Note {note} of writer {nth}")


def malformed():
    """A line that is no message ends nothing: the next one is answered."""
    lines = b"{not json\n" + b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    begin = {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "raw", "version": "1"},
        },
    }
    text = json.dumps(begin).encode() + b"\n" + b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    ended = subprocess.run([PROGRAM, "mcp"], input=text + lines, capture_output=True, check=True)
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert any(answer.get("id") == 1 and "result" in answer for answer in answers), answers


async def main():
    for mode in ["legacy", "auto"]:
        async with client(mode) as server:
            record = await each_tool(server)
            await each_resource(server, record)
            await cancelled(server)
            print(f"{mode}: {server.protocol_version}, {server.server_info.name}")
            if mode == "auto":
                await many_calls(server)
    malformed()
    await asyncio.gather(*(writer(nth) for nth in range(WRITERS)))
    counted = subprocess.run([PROGRAM, "list", "--kind", "note", "--json"], capture_output=True, check=True)
    assert len(json.loads(counted.stdout)["records"]) == WRITERS * NOTES


asyncio.run(main())
