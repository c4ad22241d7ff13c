//! Commands of GitHub's workflows, which show a message beside a line of a pull request
//! (docs.github.com, "Workflow commands for GitHub Actions").

use std::fmt;

/// A message beside a line.
pub(crate) struct Command<'a> {
    /// `notice`, `warning` or `error`.
    pub(crate) level: &'a str,
    /// The file, from the top of the work tree.
    pub(crate) path: &'a str,
    /// Line and column, from 1.
    pub(crate) place: (u32, u32),
    pub(crate) title: &'a str,
    pub(crate) message: &'a str,
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.place;
        write!(
            out,
            "::{} file={},line={line},col={column},title={}::{}",
            self.level,
            property(self.path),
            property(self.title),
            data(self.message)
        )
    }
}

fn data(text: &str) -> String {
    // The percent sign first: it begins what the others become.
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property's value ends at a colon or comma, so these are encoded, too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
