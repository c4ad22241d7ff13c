#!/usr/bin/env python3
"""How well the secret guard finds, against other scanners, over sets that anybody can fetch.

usage: benches/secrets_table.py [--missed | --rung | --floors] [--rivals NAME,...] SET=PATH...

A set is what another project tests itself with:

  kingfisher=FILE      what `kingfisher rules list --format json` of a version with examples prints,
                       such as the one in the Python package kingfisher-bin 1.112
  shapes=FILE          the same: a text for each pattern, of a token by itself or after its name
  noseyparker=FOLDER   the folder of its rules (needs PyYAML)
  betterleaks=FOLDER   a clone (or one of gitleaks): the samples that its rules are generated with
  trufflehog=FOLDER    a clone: the texts that the tests of its detectors have
  detect-secrets=FOLDER, secretlint=FOLDER   clones: the cases of their tests

Every case falls into one of two halves, by the last bit of its SHA-256. The rules are tuned by what
is missed in the even half; the odd half is held out, and `--missed` and `--rung` (negatives that
fire) show nothing of it. Cases with a token whose published checksum is wrong are counted by
themselves: such a token is nobody's. `--floors` fails where a share is beyond its floor. Programs are taken from PATH, git-memory from GIT_MEMORY.
"""

import ast
import collections
import hashlib
import json
import math
import os
import pathlib
import random
import re
import re._constants as sre
import re._parser as sre_parse
import string
import subprocess
import sys
import tempfile
import zlib

# What decides its half: a case, or the token that it was made of.
Case = collections.namedtuple("Case", "set rule kind text origin")
# A negative of one rule is often a secret of another, or of nobody: a text with what looks like a key
# counts as a positive, as it would in any other text. What is left is no secret by its form.
RUN = re.compile(r"[A-Za-z0-9_+/=~.:$@!#%^&*-]{12,}")
# A password that somebody made: a value with a digit or a sign, right after its name or in a login.
PASSWORD = re.compile(
    r"(?i)(?:passw\w*|pwd|secret\w*|credentials?)\W{0,4}[:=>]\W{0,4}(\S{6,})|://[^\s/:@]*:([^\s/@]{6,})@"
)
# What other scanners report although nobody has to hide it: addresses, names, numbers of accounts.
PUBLIC = re.compile(
    r"(^|[-._])(arn|host|id|identifier|name|url|uri|ip_public|no-homedir)([-._]|$)|\.aws\.3$"
)
LETTERS = string.digits + string.ascii_uppercase + string.ascii_lowercase
# What stands around a token in memory.
FORMS = {
    "alone": "{}",
    "prose": "We rotated it last week, {} is the one that the runner uses now.",
    "backticks": "- The staging runner logs in with `{}`.",
    "table": "| staging | {} | 2026-11-20 |",
    "bold": "The token is **{}**.",
    "json": '{{"note": "use {}", "n": 1}}',
    "json in json": '{{"note": "{{\\"v\\": \\"{}\\"}}"}}',
    "diff": "+  runner: {}",
    "log": "2026-11-20T10:00:00Z INFO deploy[4711]: got {} from the store",
    "shell": "deploy --with {} --yes",
    "line end": "first\\n{}\\nlast",
    "link": "[the console](https://host.org/?x={}&y=2)",
}


def main():
    arguments = sys.argv[1:]
    show = next((word for word in ("--missed", "--rung") if word in arguments), None)
    has_floors = "--floors" in arguments
    arguments = [word for word in arguments if word not in ("--missed", "--rung", "--floors")]
    rivals = []
    if "--rivals" in arguments:
        at = arguments.index("--rivals")
        rivals = arguments[at + 1].split(",")
        del arguments[at : at + 2]
    if not arguments or any("=" not in word for word in arguments):
        sys.exit(__doc__)
    cases = []
    for argument in arguments:
        name, path = argument.split("=", 1)
        cases += READERS[name](pathlib.Path(path))
    cases = list(dict.fromkeys(case for case in cases if case.text.strip()))
    cases += formed(cases)
    fired = {name: RUNNERS[name](cases) for name in ["git-memory", *rivals]}
    if show:
        shown(cases, fired["git-memory"], show)
    else:
        table(cases, fired)
    if has_floors and (broken := beyond_floors(cases, fired["git-memory"])):
        sys.exit("\n".join(broken))


def beyond_floors(cases, found):
    """The shares of both halves together that are worse than their floors."""
    floors = [
        ("kingfisher by rule", "kingfisher", "positive", by_rule, 91, 100),
        ("shapes after a name", "shapes, named", "positive", share, 83, 100),
        ("negatives", "", "negative", share, 0, 5),
    ]
    broken = []
    for title, name, kind, measure, least, most in floors:
        nths = [
            nth
            for nth, case in enumerate(cases)
            if case.kind == kind and case.set in (name, name or case.set)
        ]
        percent = measure(cases, nths, found)
        if nths and not least <= percent <= most:
            broken.append(f"{title}: {percent:.1f} %, and should be {least} to {most}")
    return broken


def is_held_out(case):
    return hashlib.sha256(case.origin.encode()).digest()[-1] % 2 == 1


def shown(cases, fired, what):
    """The cases of the tuned half that went wrong, by rule."""
    for nth, case in enumerate(cases):
        is_wrong = case.kind.startswith("negative") if what == "--rung" else case.kind == "positive"
        if not is_held_out(case) and is_wrong and (nth in fired) == (what == "--rung"):
            print(f"--- {case.set} {case.rule}\n{case.text}")


def table(cases, fired):
    print("| set | cases, tuned; held out | " + " | ".join(fired) + " |")
    print("|---" * (len(fired) + 2) + "|")
    groups = collections.OrderedDict()
    for nth, case in enumerate(cases):
        if case.kind == "public":
            continue
        groups.setdefault((case.set, case.kind), []).append(nth)
    for (name, kind), nths in groups.items():
        row(cases, f"{name}: {kind}", nths, fired, share)
        if kind == "positive":
            row(cases, f"{name}: by rule", nths, fired, by_rule)
    others = [name for name in fired if name != "git-memory"]
    if not others:
        return
    missed = [0, 0]
    total = [0, 0]
    for nth, case in enumerate(cases):
        if case.kind == "positive":
            half = is_held_out(case)
            by_others = any(nth in fired[name] for name in others)
            total[half] += by_others
            missed[half] += by_others and nth not in fired["git-memory"]
    print(f"found by others and missed: {missed[0]} of {total[0]}; {missed[1]} of {total[1]}")


def row(cases, title, nths, fired, measure):
    halves = [[nth for nth in nths if is_held_out(cases[nth]) == half] for half in (False, True)]
    cells = [f"{len(halves[0])}; {len(halves[1])}"]
    for found in fired.values():
        cells.append("; ".join(f"{measure(cases, half, found):.1f} %" for half in halves))
    print(f"| {title} | " + " | ".join(cells) + " |")


def share(_, nths, found):
    return 100 * sum(nth in found for nth in nths) / max(1, len(nths))


def by_rule(cases, nths, found):
    """The mean over the rules of the share of their cases."""
    rules = collections.defaultdict(list)
    for nth in nths:
        rules[cases[nth].rule].append(nth in found)
    return 100 * sum(sum(hits) / len(hits) for hits in rules.values()) / max(1, len(rules))


# Checksums.


def has_wrong_checksum(text):
    for prefix, body in re.findall(r"(?<![A-Za-z0-9])(gh[opsu]_|ghr_|npm_)(\w{36,76})\b", text):
        if len(body) == (76 if prefix == "ghr_" else 36) and body.isalnum():
            if base62(zlib.crc32(body[:-6].encode())) != body[-6:]:
                return True
    for head, checksum in re.findall(r"(glsa_[A-Za-z0-9]{32})_([0-9a-fA-F]{8})\b", text):
        if zlib.crc32(head.encode()).to_bytes(4, "little").hex() != checksum:
            return True
    return False


def base62(number):
    digits = ""
    for _ in range(6):
        digits = LETTERS[number % 62] + digits
        number //= 62
    return digits


def sealed(token):
    """A generated token with the checksum that its provider would give it."""
    if match := re.fullmatch(r"(gh[opsu]_|npm_)([A-Za-z0-9]{30})[A-Za-z0-9]{6}", token):
        return match[1] + match[2] + base62(zlib.crc32(match[2].encode()))
    if match := re.fullmatch(r"(ghr_)([A-Za-z0-9]{70})[A-Za-z0-9]{6}", token):
        return match[1] + match[2] + base62(zlib.crc32(match[2].encode()))
    if match := re.fullmatch(r"(glsa_[A-Za-z0-9]{32})_.{8}", token):
        return match[1] + "_" + zlib.crc32(match[1].encode()).to_bytes(4, "little").hex()
    return token


def case(set_, rule, is_positive, text):
    kind = "positive" if is_positive else "negative"
    if is_positive and PUBLIC.search(rule):
        kind = "public"
    elif not is_positive and looks_like_key(text):
        kind = "positive by form"
    elif is_positive and has_wrong_checksum(text):
        kind = "wrong checksum"
    return Case(set_, rule, kind, text, text)


def looks_like_key(text):
    """Whether a text has a long random run, or a password after its name."""
    passwords = (match[1] or match[2] for match in PASSWORD.finditer(text))
    if any(re.search(r"[a-zA-Z]", word) and re.search(r"[0-9!$@^*]", word) for word in passwords):
        return True
    return any(is_random(run) for run in RUN.findall(text))


def is_random(run):
    """A run of letters and digits whose letters differ: gitleaks measures 3.5 bits each."""
    counts = collections.Counter(run)
    bits = -sum(n / len(run) * math.log2(n / len(run)) for n in counts.values())
    has_both = re.search(r"[0-9]", run) and re.search(r"[a-zA-Z]", run)
    return len(run) >= 16 and bits >= 3 and bool(has_both)


def formed(cases):
    """The tokens that stand alone, as memory writes them."""
    formed = []
    for case in cases:
        is_token = re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.:+/=~-]{15,200}", case.text.strip())
        if case.kind == "positive" and is_token:
            for name, form in FORMS.items():
                text = form.format(case.text.strip())
                made = Case(f"tokens, {name}", case.rule, "positive", text, case.text)
                formed.append(made)
    return formed


# Sets.


def kingfisher(path):
    for rule in json.loads(path.read_text()):
        for example in rule["examples"] if rule["visible"] else ():
            yield case("kingfisher", rule["id"], True, example)


def shapes(path):
    for rule in json.loads(path.read_text()):
        text = generated(rule["pattern"], random.Random(rule["id"])) if rule["visible"] else None
        if text:
            text = sealed(text.strip())
            is_marked = re.fullmatch(r"[A-Za-z0-9_.:+/=~$!-]+", text)
            yield case(f"shapes, {'marked' if is_marked else 'named'}", rule["id"], True, text)


def noseyparker(path):
    import yaml

    for file in sorted(path.rglob("*.yml")):
        for rule in (yaml.safe_load(file.read_text()) or {}).get("rules", ()):
            is_secret = "secret" in rule.get("categories", ())
            for key, is_positive in (("examples", True), ("negative_examples", False)):
                for example in (rule.get(key) or ()) if is_secret or not is_positive else ():
                    yield case("noseyparker", rule["id"], is_positive, example)


GO_LITERAL = r"`[^`]*`|\"(?:\\.|[^\"\\\n])*\""


def go_text(literal):
    if literal.startswith("`"):
        return literal[1:-1]
    try:
        return json.loads(literal)
    except ValueError:
        return ast.literal_eval(literal)


def betterleaks(path):
    """Evaluates `GenerateSampleSecrets(name, secret)`, and takes the plain texts beside it."""
    generate = (path / "cmd/generate/config/utils/generate.go").read_text()
    body = generate[generate.index("func GenerateSampleSecrets(") :]
    found = re.findall(rf"^\s*\"[^\"\n]+\":\s*({GO_LITERAL}),", body, re.M)
    templates = [go_text(literal) for literal in found]
    for file in sorted((path / "cmd/generate/config/rules").glob("*.go")):
        source = re.sub(r"^\s*//.*$", "", file.read_text(), flags=re.M)
        for function in re.split(r"^func ", source, flags=re.M)[1:]:
            rule = re.search(r"RuleID:\s*\"([^\"]+)\"", function)
            if rule and "Validate(" in function:
                yield from go_cases(rule[1], function[rule.end() :], templates)


def go_cases(rule, function, templates):
    dice = random.Random(rule)
    nested = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))*"
    generator = rf"GenerateSampleSecrets?\(\s*(\"[^\"]*\"),\s*({nested})\)"
    for name, expression in re.findall(generator, function):
        secret = go_value(expression, dice)
        for template in templates if secret else ():
            filled = template.replace("{i}", go_text(name)).replace("{I}", go_text(name).upper())
            yield case("betterleaks", rule, True, filled.replace("{s}", secret))
    for kind, is_positive in (("tps", True), ("fps", False)):
        end = r"\n\t(?:\}|return|[a-z]+ :?=)"
        for block in re.findall(rf"\b{kind}\s*:?=\s*(.*?){end}", function, re.S):
            rest = re.sub(generator, "", block)
            # Elements of a list, and no arguments or parts of a sum.
            element = rf"(?<=[{{,])\s*({GO_LITERAL})\s*(?=[,}}])"
            for literal in re.findall(element, re.sub(r"\s*//[^\n]*", "", rest)):
                if len(literal) > 14 and not re.match(r".\[[^]]+\]\{", literal):
                    yield case("betterleaks", rule, is_positive, go_text(literal))


def go_value(expression, dice):
    value = ""
    part = rf"({GO_LITERAL})|NewSecret(?:WithEntropy)?\(((?:[^()]|\([^()]*\))*)\)"
    rest = re.sub(part, "", expression)
    if re.sub(r"secrets\.|[\s+,]", "", rest):
        return None
    for literal, inner in re.findall(part, expression):
        if literal:
            value += go_text(literal)
            continue
        pattern = go_pattern(inner)
        made = pattern and generated(pattern, dice)
        if not made:
            return None
        value += made
    return sealed(value)


def go_pattern(inner):
    classes = {
        "Numeric": "[0-9]",
        "Hex": "[a-f0-9]",
        "AlphaNumeric": "[a-z0-9]",
        "AlphaNumericExtendedShort": "[a-z0-9_-]",
        "AlphaNumericExtended": "[a-z0-9=_-]",
        "AlphaNumericExtendedLong": "[a-z0-9/=_+-]",
    }
    if match := re.match(r"utils\.(\w+)\((?:\"([\d,]+)\")?\)", inner):
        if match[1] == "Hex8_4_4_4_12":
            return "[a-f0-9]{8}-([a-f0-9]{4}-){3}[a-f0-9]{12}"
        return f"{classes[match[1]]}{{{match[2]}}}" if match[1] in classes else None
    literal = re.match(GO_LITERAL, inner)
    return go_text(literal[0]) if literal else None


CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "digit": "0-9",
    "xdigit": "a-f0-9",
    "lower": "a-z",
    "upper": "A-Z",
    "space": r"\s",
    "blank": r" \t",
    "word": r"\w",
}


def generated(pattern, dice):
    """A text that matches a regular expression; nothing where it has what is not Python's."""
    flags = 0
    for letters in re.findall(r"\(\?([imsx]+)\)", pattern):
        flags |= re.VERBOSE if "x" in letters else 0
        flags |= re.IGNORECASE if "i" in letters else 0
    pattern = re.sub(r"\(\?[imsx]+\)", "", pattern)
    for name, letters in CLASSES.items():
        pattern = pattern.replace(f"[:{name}:]", letters)
    try:
        compiled = re.compile(pattern, flags)
        for _ in range(20):
            text = "".join(pieces(sre_parse.parse(pattern, flags), dice))
            if compiled.search(text):
                return text
    except (re.error, KeyError, TypeError, IndexError):
        pass
    return None


# As few of what may be missing as there can be, and the first of several: the plainest text.
def pieces(tree, dice):
    tree = list(tree)
    for nth, (operation, argument) in enumerate(tree):
        if operation is sre.LITERAL:
            yield chr(argument)
        elif is_gap(operation, argument):
            # Between a name and its value, or within the name.
            is_last = not any(is_gap(*other) for other in tree[nth + 1 :])
            yield " = " if is_last else "_"
        elif operation is sre.IN:
            yield dice.choice(members(argument))
        elif operation is sre.ANY:
            yield dice.choice(LETTERS)
        elif operation in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            least, _, inner = argument
            for _ in range(least):
                yield from pieces(inner, dice)
        elif operation is sre.SUBPATTERN:
            yield from pieces(argument[-1], dice)
        elif operation is sre.BRANCH:
            yield from pieces(argument[1][0], dice)
        elif operation not in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
            raise KeyError(operation)


def is_gap(operation, argument):
    """Whether it is a lazy run of anything, as between a name and its value."""
    return operation is sre.MIN_REPEAT and argument[0] == 0 and argument[1] >= 8


def members(tree):
    letters = []
    for operation, argument in tree:
        if operation is sre.LITERAL:
            letters.append(chr(argument))
        elif operation is sre.RANGE:
            letters += map(chr, range(argument[0], argument[1] + 1))
        elif operation is sre.CATEGORY:
            categories = {"DIGIT": string.digits, "WORD": LETTERS + "_", "SPACE": " "}
            letters += categories[str(argument).removeprefix("CATEGORY_")]
        elif operation is sre.NEGATE:
            return [" "]
        else:
            raise KeyError(operation)
    return letters


def trufflehog(path):
    """Takes the tables of the pattern tests: `name`, `input` and `want` of each row."""
    literal = GO_LITERAL
    rows = re.compile(
        rf"name:\s*(?P<name>{literal}),\s*input:\s*(?P<input>.*?),\s*\n\s*"
        r"want:\s*(?P<want>nil|\[\]string\{.*?\}),\s*\n\s*\}",
        re.S,
    )
    for file in sorted((path / "pkg/detectors").rglob("*_test.go")):
        source = file.read_text()
        names = dict(re.findall(rf"\b(\w+)\s*:?=\s*({literal})", source))
        rule = str(file.parent.relative_to(path / "pkg/detectors"))
        for match in rows.finditer(source):
            text = go_input(match["input"], names)
            is_positive = bool(match["want"].removeprefix("[]string").strip("{} \n\t")) and (
                match["want"] != "nil"
            )
            if text:
                yield case("trufflehog", rule, is_positive, text)


def go_input(source, names):
    source = source.strip()
    if re.fullmatch(GO_LITERAL, source):
        return go_text(source)
    if source in names:
        return go_text(names[source])
    call = re.fullmatch(rf"fmt\.Sprintf\(({GO_LITERAL}),\s*(.*)\)", source, re.S)
    if not call:
        return None
    values = [word.strip() for word in call[2].split(",") if word.strip()]
    if any(value not in names and not re.fullmatch(GO_LITERAL, value) for value in values):
        return None
    filled = [go_text(names.get(value, value)) for value in values]
    form = re.sub(r"%[sqv]", "%s", go_text(call[1]))
    return form % tuple(filled) if form.count("%s") == len(filled) else None


def detect_secrets(path):
    """Takes rows `(payload, True or False)` of parametrized tests, where they are plain."""
    for file in sorted((path / "tests/plugins").glob("*_test.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Tuple) or len(node.elts) != 2:
                continue
            try:
                payload, flag = (ast.literal_eval(part) for part in node.elts)
            except ValueError:
                continue
            if isinstance(payload, str) and isinstance(flag, bool):
                yield case("detect-secrets", file.stem, flag, payload)


def secretlint(path):
    for file in sorted((path / "packages/@secretlint").glob("*/test/snapshots/*/input*")):
        verdict = file.parent.name
        if file.is_file() and verdict.startswith(("ok", "ng")):
            rule = file.parents[3].name
            text = file.read_text(errors="replace")
            yield case("secretlint", rule, verdict.startswith("ng"), text)


READERS = {
    "kingfisher": kingfisher,
    "shapes": shapes,
    "noseyparker": noseyparker,
    "betterleaks": betterleaks,
    "trufflehog": trufflehog,
    "detect-secrets": detect_secrets,
    "secretlint": secretlint,
}


# Scanners. Each takes the cases as files, and says which have a finding.


def over_files(cases, command, found):
    with tempfile.TemporaryDirectory() as folder:
        for nth, case in enumerate(cases):
            below = pathlib.Path(folder, str(nth // 500))
            below.mkdir(exist_ok=True)
            (below / f"{nth}.txt").write_text(case.text)
        environment = {**os.environ, "HOME": folder, "GIT_CONFIG_NOSYSTEM": "1"}
        ran = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, errors="replace"
        )
        if ran.returncode not in (0, 1, 200, 205):
            sys.exit(f"{command[0]}: {ran.stderr[-2000:]}")
        return found(ran.stdout)


def named(out):
    return {int(nth) for nth in re.findall(r"\b\d+/(\d+)\.txt", out)}


def git_memory(cases):
    program = os.environ.get("GIT_MEMORY", "git-memory")
    return over_files(cases, [program, "scan", "."], named)


def with_kingfisher(cases):
    command = ["kingfisher", "scan", ".", "--no-validate", "--format", "json", "--no-dedup"]
    return over_files(cases, [*command, "--no-update-check", "--confidence", "medium"], named)


def with_detect_secrets(cases):
    return over_files(cases, ["detect-secrets", "scan", "--all-files", "--no-verify"], named)


def with_secretlint(cases):
    """Needs secretlint and its recommended preset where `secretlint` on PATH finds them."""
    command = ["secretlint", "**/*", "--format", "json", "--no-color", "--no-maskSecrets"]
    rules = {"rules": [{"id": "@secretlint/secretlint-rule-preset-recommend"}]}

    def found(out):
        files = json.loads(out or "[]")
        return named("\n".join(file["filePath"] for file in files if file["messages"]))

    return over_files(cases, [*command, "--secretlintrcJSON", json.dumps(rules)], found)


def with_ripsecrets(cases):
    return over_files(cases, ["ripsecrets", "."], named)


RUNNERS = {
    "git-memory": git_memory,
    "kingfisher": with_kingfisher,
    "detect-secrets": with_detect_secrets,
    "secretlint": with_secretlint,
    "ripsecrets": with_ripsecrets,
}

if __name__ == "__main__":
    main()
