"""The licences of the libraries that are part of the program, as cargo knows them."""

import json
import pathlib
import re
import subprocess

NAMES = re.compile(r"(un)?(licen[cs]e|copying|copyright|notice)([-_.](?!rs$|[ch]$|py$|json$|toml$).*)?", re.IGNORECASE)


def of_libraries(top, triple):
    """One text: the libraries of the program for a target, then each licence's text once."""
    command = ["cargo", "metadata", "--locked", "--format-version=1", "--filter-platform", triple]
    found = json.loads(subprocess.run(command, cwd=top, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in found["packages"]}
    edges = {node["id"]: node["deps"] for node in found["resolve"]["nodes"]}
    reached, waiting = set(), [found["resolve"]["root"]]
    while waiting:
        package = waiting.pop()
        if package not in reached:
            reached.add(package)
            # What only builds or tests is not part of the program.
            kept = (it for it in edges[package] if any(kind["kind"] is None for kind in it["dep_kinds"]))
            waiting.extend(it["pkg"] for it in kept)
    names, carriers = [], {}
    for package in sorted((packages[id] for id in reached), key=lambda it: (it["name"], it["version"])):
        if package["source"] is None:
            continue
        names.append(f"{package['name']} {package['version']}: {package['license'] or 'see its text'}")
        # A library in C may lie in a folder of a library in Rust, with a licence of its own.
        files = pathlib.Path(package["manifest_path"]).parent.rglob("*")
        texts = {it.read_text(errors="replace").strip() for it in files if NAMES.fullmatch(it.name) and it.is_file()}
        for text in texts:
            carriers.setdefault(text, []).append(package["name"])
    parts = ["Libraries that are part of git-memory, and their licences", "", *names]
    for names, text in sorted((names, text) for text, names in carriers.items()):
        parts += ["", "=" * 80, ", ".join(names), "=" * 80, "", text]
    return ("\n".join(parts) + "\n").encode()
