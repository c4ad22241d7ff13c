//! The forms in which the canary is planted: nets have had holes for each of them.

use crate::workspace::Workspace;
use git_memory_text as text;

/// Number of random letters in the canaries.
const LETTERS: usize = 256;

/// A made-up secret in a file of its own.
pub(crate) struct Form {
    /// Name of the form in the report of a net that lets it through; empty for the plain one.
    pub(crate) name: &'static str,
    /// Its path in the scratch repository.
    pub(crate) file: String,
    pub(crate) content: Vec<u8>,
    /// The secret, which no net may print.
    pub(crate) secret: String,
}

/// Every form, the plain one first.
// Made here and now, of parts: no scanner finds a secret in this program, and they open nothing.
pub(crate) fn forms(workspace: &Workspace) -> Vec<Form> {
    let letters = workspace.random_word(LETTERS);
    let token = ["glpat", "-", &letters[..20]].concat();
    let plain = format!("{token}\n");
    let hex = text::hex(plain.as_bytes()).to_uppercase();
    let utf16: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let texts = [
        ("", plain.clone()),
        (" with an escape", token.replace('-', "\\-")),
        (" after a marker", format!("[REDACTED:{plain}]")),
        (" in colors", token.replace('-', "\u{1b}[31m-\u{1b}[0m")),
        (" beside a NUL", format!("\0{plain}")),
        (" in hexadecimal", format!("data: {hex}\n")),
    ];
    let mut forms = Vec::new();
    for (name, content) in texts {
        forms.push((name, content.into_bytes(), token.clone()));
    }
    forms.push((" in UTF-16", utf16, token));
    let hyphen = ["AIza", &letters[..34], "-"].concat();
    let content = format!("Use {hyphen} here.\n");
    forms.push((" that ends in a hyphen", content.into_bytes(), hyphen));
    let content = numbered_key(&letters);
    let line = letters[..64].to_owned();
    forms.push((" with line numbers before it", content.into_bytes(), line));
    let mut numbered = Vec::new();
    for (nth, (name, content, secret)) in forms.into_iter().enumerate() {
        numbered.push(Form {
            name,
            file: format!("memory/canary-{nth}.txt"),
            content,
            secret,
        });
    }
    numbered
}

/// A private key as agents see one: each line after its number.
fn numbered_key(letters: &str) -> String {
    let header = ["-----BEGIN RSA ", "PRIVATE KEY-----"].concat();
    let mut lines = vec![header.as_str()];
    for start in (0..LETTERS).step_by(64) {
        lines.push(&letters[start..start + 64]);
    }
    let footer = header.replace("BEGIN", "END");
    lines.push(&footer);
    let mut numbered = Vec::new();
    for (nth, line) in lines.iter().enumerate() {
        numbered.push(format!("{:>6}\u{2192}{line}\n", nth + 1));
    }
    numbered.concat()
}
