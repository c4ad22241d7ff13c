//! What a scan for secrets found: for its answer, and for the error of a push that it stops.

use git_memory_guard as secrets;
use git_memory_text::advice::Advice;

/// A secret, and where it stands.
#[derive(Clone, Debug)]
pub struct Found {
    /// The path from where the command runs (`<stdin>`, `<message>`), or from the top for what git
    /// holds.
    pub path: String,
    /// The blob or commit that holds it, in hex, where it is not a file.
    pub object: Option<String>,
    /// What the guard says. Its span counts in the text of that file or object.
    pub finding: secrets::Finding,
    /// Names this finding: the same as long as its rule, path and line stay; gives nothing of the
    /// secret away.
    pub fingerprint: String,
}

/// What a scan found, and how much it looked at.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Every secret.
    pub found: Vec<Found>,
    /// How many texts were scanned.
    pub files: usize,
    /// Their size.
    pub bytes: u64,
    /// How many were left out: no text, or too large, or not to be read.
    pub skipped: usize,
}

impl Report {
    /// Takes another report in.
    pub(crate) fn add(&mut self, other: Report) {
        self.found.extend(other.found);
        self.files += other.files;
        self.bytes += other.bytes;
        self.skipped += other.skipped;
    }

    /// What to do about the secrets: rotation first, then finding what holds them.
    #[must_use]
    pub fn advice(&self) -> Vec<Advice> {
        if self.found.is_empty() {
            return Vec::new();
        }
        // The first is enough: whoever cleans up one commit scans again.
        let object = self.found.iter().find_map(|found| found.object.clone());
        let find = object.map(|object| Advice::FindCommits { object });
        std::iter::once(Advice::RotateCredentials)
            .chain(find)
            .collect()
    }
}
