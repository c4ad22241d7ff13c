//! Finds the commits that brought the lines of a file by asking git: its settings (ignored
//! revisions, say) count.

use std::collections::HashMap;

use super::command::Started;
use super::{Error, ObjectId, Repo};

/// A question to git blame.
#[derive(Clone, Debug, Default)]
pub struct BlameQuestion {
    /// From the top of the work tree.
    pub path: String,
    /// Ranges of lines, as git's `-L` takes them.
    pub ranges: Vec<String>,
    /// The commit at which the file is looked at; the work tree without it.
    pub revision: Option<ObjectId>,
}

/// Lines of a file that follow each other and that one commit brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The commit; `None` for lines that are not committed.
    pub commit: Option<ObjectId>,
    /// The first line, from 1.
    pub first: u32,
    /// Number of its lines.
    pub count: u32,
    /// The file in which that commit brought them.
    pub path: String,
    /// True if the commit is at the end of the history that this clone has, so that the lines may
    /// be older.
    pub is_boundary: bool,
    /// The first line of its message.
    pub subject: String,
    /// Its author.
    pub author: String,
    /// When it was written, in seconds since 1970.
    pub time: i64,
}

/// Facts about a commit that git prints once.
#[derive(Clone, Debug, Default)]
struct About {
    subject: String,
    author: String,
    time: i64,
    path: String,
    is_boundary: bool,
}

/// A question that git is working at.
#[derive(Debug)]
pub struct Blaming(Started);

impl Blaming {
    /// The lines of the file with the commits that brought them, sorted by line.
    ///
    /// # Errors
    /// If git does not know the file, or it has no such lines.
    pub fn hunks(self) -> Result<Vec<Hunk>, Error> {
        let mut hunks = parse(&String::from_utf8_lossy(&self.0.answer()?))?;
        hunks.sort_by_key(|hunk| hunk.first);
        Ok(hunks)
    }
}

impl Repo {
    /// Asks for the lines of a file, through moves of lines and files; git works while the caller
    /// does.
    pub fn blame(&self, question: &BlameQuestion) -> Result<Blaming, Error> {
        // The commit that moved a line has not decided its text.
        let mut args = vec!["blame", "--incremental", "-M"];
        for range in &question.ranges {
            args.extend(["-L", range]);
        }
        let revision = question.revision.map(|id| id.to_string());
        args.extend(revision.as_deref());
        args.extend(["--", &question.path]);
        Ok(Blaming(self.git(args).start()?))
    }
}

/// Reads what `git blame --incremental` writes: for each hunk a line with its commit and lines, and
/// for the first of a commit the facts about that commit; the name of the file ends a hunk.
fn parse(output: &str) -> Result<Vec<Hunk>, Error> {
    let unexpected = || Error::unexpected("blame");
    let mut known: HashMap<ObjectId, About> = HashMap::new();
    let mut hunks = Vec::new();
    let mut open: Option<(ObjectId, u32, u32)> = None;
    for line in output.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let Some((id, first, count)) = open else {
            let id: ObjectId = word.parse()?;
            let numbers: Result<Vec<u32>, _> = rest.split(' ').map(str::parse).collect();
            let [_, first, count] = numbers.map_err(|_| unexpected())?[..] else {
                return Err(unexpected());
            };
            open = Some((id, first, count));
            continue;
        };
        let about = known.entry(id).or_default();
        match word {
            "summary" => rest.clone_into(&mut about.subject),
            "author" => rest.clone_into(&mut about.author),
            "author-time" => about.time = rest.parse().map_err(|_| unexpected())?,
            "boundary" => about.is_boundary = true,
            "filename" => {
                about.path = unquoted(rest);
                hunks.push(Hunk {
                    commit: (!id.is_zero()).then_some(id),
                    first,
                    count,
                    path: about.path.clone(),
                    is_boundary: about.is_boundary,
                    subject: about.subject.clone(),
                    author: about.author.clone(),
                    time: about.time,
                });
                open = None;
            }
            _ => {}
        }
    }
    Ok(hunks)
}

/// A path as git writes it: in quotes, with escapes as in C, unless it is plain ASCII
/// (git-config(1), `core.quotePath`).
fn unquoted(path: &str) -> String {
    let quoted = path.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    let Some(quoted) = quoted else {
        return path.to_owned();
    };
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut rest = quoted.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next() {
            Some(b'a') => 7,
            Some(b'b') => 8,
            Some(b't') => b'\t',
            Some(b'n') => b'\n',
            Some(b'v') => 11,
            Some(b'f') => 12,
            Some(b'r') => b'\r',
            Some(first @ b'0'..=b'3') => {
                let digits = [
                    first,
                    rest.next().unwrap_or(b'0'),
                    rest.next().unwrap_or(b'0'),
                ];
                let value = |byte: u8, digit: u8| (byte << 3) | (digit & 7);
                digits.into_iter().fold(0, value)
            }
            Some(other) => other,
            None => break,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_paths_are_read() {
        for (path, expected) in [
            ("src/a.rs", "src/a.rs"),
            (r#""src/gr\303\266\303\237e.rs""#, "src/größe.rs"),
            (r#""a\tb\\c\"d""#, "a\tb\\c\"d"),
            (r#""a\""#, "a"),
            ("\"", "\""),
        ] {
            assert_eq!(unquoted(path), expected, "{path}");
        }
    }

    #[test]
    fn hunks_are_read() {
        let (a, b) = ("a".repeat(40), "0".repeat(40));
        let output = format!(
            "{a} 1 3 2\nauthor Ada\nauthor-time 20\nsummary Use a queue\nboundary\n\
             filename old.rs\n{b} 1 1 1\nauthor Not Committed Yet\nauthor-time 30\n\
             summary Version of new.rs\nfilename new.rs\n{a} 9 9 1\nfilename other.rs\n"
        );
        let hunks = parse(&output).unwrap();
        assert_eq!(hunks.len(), 3);
        assert_eq!((hunks[0].first, hunks[0].count), (3, 2));
        assert_eq!((hunks[0].author.as_str(), hunks[0].time), ("Ada", 20));
        assert!(hunks[0].is_boundary);
        assert_eq!(hunks[1].commit, None);
        assert_eq!(hunks[2].subject, "Use a queue");
        assert_eq!(hunks[2].path, "other.rs");
        assert!(parse("x 1 1 1\n").is_err());
        assert!(parse(&format!("{a} 1\n")).is_err());
    }
}
