//! Source files whose comments cite records.

use git_memory_model::evidence::source_citation::{SourceCitation, cited_in_source};
use git_memory_model::kind::Kind;
use git_memory_model::record::number::NUMBERED;
use git_memory_store::{TextFile, View};
use git_memory_workspace::{Error, Workspace};

/// A file, and the records that it cites.
pub struct CitingFile {
    /// From the top of the work tree.
    pub path: String,
    /// In the order of the text.
    pub citations: Vec<SourceCitation>,
}

/// The files of a view outside of memory and its roots that cite records; only those of `paths`
/// where there are some. Records need not exist.
pub fn citing(
    workspace: &Workspace,
    view: &View,
    paths: &[String],
) -> Result<Vec<CitingFile>, Error> {
    let store = workspace.store();
    let prefixes: Vec<&str> = Kind::all().map(Kind::prefix).collect();
    let (prefixes, series) = (prefixes.join("|"), NUMBERED.join("|"));
    let pattern = format!("({prefixes})-[0-9a-z]{{6}}|({series})s?[-_ #/]*[0-9]|@adr");
    let roots = store.roots()?;
    let mut citing = Vec::new();
    let memory = roots.memory().as_str();
    let files = if *view == View::WorkTree && paths.is_empty() {
        store.files_matching_again(&pattern, memory)?
    } else {
        let files = store.files_matching(view, &pattern, memory, paths)?;
        files.into_iter().collect()
    };
    for path in files {
        let is_record = path.parse().is_ok_and(|path| roots.place(&path).is_some());
        if is_record {
            continue;
        }
        if let TextFile::Text(text) = store.page(view, &path)? {
            let citations = cited_in_source(&path, &text);
            if !citations.is_empty() {
                citing.push(CitingFile { path, citations });
            }
        }
    }
    Ok(citing)
}
