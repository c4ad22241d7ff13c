//! Findings of a scan for secrets: for its answer, and for the error of a push that it stops.

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
    /// The guard's finding. Its span counts in the text of that file or object.
    pub finding: secrets::Finding,
    /// Names this finding: the same as long as its rule, path and line stay; gives nothing of the
    /// secret away.
    pub fingerprint: String,
}

/// Findings of a scan, and the amount of text that it read.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Every secret.
    pub found: Vec<Found>,
    /// Number of texts that were scanned.
    pub files: usize,
    /// Their size.
    pub bytes: u64,
    /// Number of files that were left out: not text, too large, or unreadable.
    pub skipped: usize,
}

impl Report {
    /// Takes another report in.
    pub fn add(&mut self, other: Report) {
        self.found.extend(other.found);
        self.files += other.files;
        self.bytes += other.bytes;
        self.skipped += other.skipped;
    }

    /// Returns advice about the secrets: rotation first, then a search for commits that contain
    /// them.
    #[must_use]
    pub fn advice(&self) -> Vec<Advice> {
        if self.found.is_empty() {
            return Vec::new();
        }
        // The first object is enough: the user scans again after cleaning up one commit.
        let object = self.found.iter().find_map(|found| found.object.clone());
        let find = object.map(|object| Advice::FindCommits { object });
        std::iter::once(Advice::RotateCredentials)
            .chain(find)
            .collect()
    }
}
