//! Command lines in the texts of code. A room below the doors gives advice as data, and each door
//! words it: a command line for a terminal is useless to an agent or in a browser.

/// Words after which git, or this program, is called: its own verbs, and the most frequent ones in
/// advice.
const VERBS: [&str; 22] = [
    "add",
    "branch",
    "checkout",
    "clone",
    "commit",
    "config",
    "diff",
    "fetch",
    "for-each-ref",
    "hook",
    "init",
    "log",
    "memory",
    "merge",
    "pull",
    "push",
    "rebase",
    "restore",
    "show",
    "sparse-checkout",
    "status",
    "update-ref",
];

/// A string literal, and the line in which it begins.
pub struct Literal {
    pub line: usize,
    pub text: String,
}

/// The literals of some code that contain a command line.
pub fn told(code: &str) -> Vec<Literal> {
    let mut found = literals(code);
    found.retain(|literal| tells_command(&literal.text));
    found
}

/// True if a text contains `git <verb>` or `git-memory <verb>` at the start of a command: at its
/// own start, or after a quotation mark. In the middle of a sentence, "git" is a name.
fn tells_command(text: &str) -> bool {
    for program in ["git ", "git-memory "] {
        for (at, _) in text.match_indices(program) {
            let is_beginning = text[..at]
                .chars()
                .next_back()
                .is_none_or(|before| matches!(before, '\'' | '`' | '"' | '(' | '\n'));
            let rest = &text[at + program.len()..];
            let is_end = |sign: char| !sign.is_ascii_lowercase() && sign != '-';
            let verb = rest.split(is_end).next();
            if is_beginning && verb.is_some_and(|verb| VERBS.contains(&verb)) {
                return true;
            }
        }
    }
    false
}

/// The string literals of some code. A line break that a backslash takes out is taken out here,
/// too; other escapes stay as they are written.
pub fn literals(code: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let rest = &code[at..];
        let step = if rest.starts_with("//") {
            // A quotation mark in a comment at the end of a line begins nothing.
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\") {
            3
        } else if let Some(end) = raw_end(rest) {
            let text = &rest[..end];
            push(&mut found, code, at, text.trim_matches(['r', '#', '"']));
            end
        } else if rest.starts_with('"') {
            let end = quoted_end(rest);
            push(&mut found, code, at, &rest[1..end - 1]);
            end
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        at += step;
    }
    found
}

fn push(found: &mut Vec<Literal>, code: &str, at: usize, text: &str) {
    let mut pieces = text.split("\\\n");
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        whole.push_str(piece.trim_start());
    }
    found.push(Literal {
        line: code[..at].matches('\n').count() + 1,
        text: whole,
    });
}

/// Length of the raw string that begins here.
fn raw_end(code: &str) -> Option<usize> {
    let marks = code.strip_prefix('r')?;
    let hashes = marks.len() - marks.trim_start_matches('#').len();
    let text = marks[hashes..].strip_prefix('"')?;
    let closing = format!("\"{}", "#".repeat(hashes));
    let end = text.find(&closing)?;
    Some(1 + hashes + 1 + end + closing.len())
}

/// Length of the string that begins here, with both quotation marks.
fn quoted_end(code: &str) -> usize {
    let mut is_escaped = false;
    for (at, sign) in code.char_indices().skip(1) {
        match sign {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    code.len()
}

#[test]
fn a_command_line_in_a_text_is_seen() {
    for sample in [
        "fn a() { hint(\"run 'git memory init' first\") }",
        "const A: &str = \"git memory context\";",
        "const A: &str = \"stage it: \\\n    'git add memory'\";",
        "let a = '\"'; let b = \"`git push origin main`\"; // don't",
        "let a = r#\"say \"git commit\" again\"#;",
        "let a = \"git-memory hook pre-push\";",
    ] {
        assert_eq!(told(sample).len(), 1, "{sample}");
    }
    let second = told("let a = 'x';\nlet b = \"(git show HEAD)\";");
    assert_eq!(second[0].line, 2);
}

#[test]
fn git_in_a_sentence_is_no_command_line() {
    for sample in [
        "let a = \"git cannot be run\";",
        "let a = \"too old for git memory to work\";",
        "let a = \"another git-memory process is writing here\";",
        "let a = 1; // 'git memory init' makes it",
        "const HEAD: &str = \"git-memory view 2\";",
    ] {
        assert!(told(sample).is_empty(), "{sample}");
    }
}
