//! Finds ignored paths, and the rules by which git ignores them.

use std::collections::HashMap;

use super::answer::words;
use super::{Error, Repo};

/// The rule by which git ignores a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoreRule {
    /// The file of the rule, from the top of the work tree; absolute if it is outside.
    pub source: String,
    /// Its line there, from 1.
    pub line: u32,
}

impl Repo {
    /// The paths among these (from the top of the work tree) that git ignores; tracked files are
    /// not ignored.
    pub fn ignored(&self, paths: &[String]) -> Result<HashMap<String, IgnoreRule>, Error> {
        let mut ignored = HashMap::new();
        if paths.is_empty() {
            return Ok(ignored);
        }
        let mut asked = paths.join("\0");
        asked.push('\0');
        let call = self.git(["check-ignore", "--verbose", "-z", "--stdin"]);
        let answer = call.answer_or_no(asked.as_bytes())?;
        let mut words = words(&answer, 0);
        while let (Some(source), Some(line), Some(pattern), Some(path)) =
            (words.next(), words.next(), words.next(), words.next())
        {
            // A rule that includes files again.
            if pattern.starts_with(b"!") {
                continue;
            }
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let Ok(line) = text(line).parse() else {
                return Err(Error::unexpected("check-ignore"));
            };
            let source = text(source);
            ignored.insert(text(path), IgnoreRule { source, line });
        }
        Ok(ignored)
    }
}
