//! Files that may follow a record, for the question from the other side.

use std::collections::HashMap;

use super::{Applier, FILES};
use crate::records::reading::Indexed;
use crate::workspace::Error;
use git_memory_recall::DocumentRef;
use git_memory_text::path::last;

impl Applier<'_> {
    /// Pairs of a file of some and a record that a commit or the record's text ties to it, for
    /// [`all`](Self::all) to judge. Records are those of `wanted`, a number by the path of each.
    pub(crate) fn mentions(
        &self,
        files: &[String],
        wanted: &HashMap<&str, usize>,
    ) -> Result<Vec<(String, usize)>, Error> {
        let mut pairs = Vec::new();
        for commit in self.commits.iter().filter(|it| it.files.len() <= FILES) {
            let (added, work): (Vec<_>, Vec<_>) = commit
                .files
                .iter()
                .partition(|it| self.workspace.folder().holds(&it.path));
            let added = added.iter().filter(|it| it.before.is_none());
            for record in added.filter_map(|it| wanted.get(it.path.as_str())) {
                pairs.extend(work.iter().map(|file| (file.path.clone(), *record)));
            }
        }
        if let Some(followers) = &self.followers {
            let lowered: HashMap<String, &String> = files
                .iter()
                .map(|file| (file.to_lowercase(), file))
                .collect();
            let named = followers.files_by_name()?;
            let keys: Vec<String> = named.keys().cloned().collect();
            for (key, found) in keys.iter().zip(self.by_keys(&keys)?) {
                for at in found {
                    let Some(record) = wanted.get(self.path(at)?.as_str()) else {
                        continue;
                    };
                    let files = named[key].iter().filter_map(|file| lowered.get(file));
                    pairs.extend(files.map(|file| ((*file).clone(), *record)));
                }
            }
        }
        self.add_named_in_texts(&mut pairs, files, wanted)?;
        Ok(pairs)
    }

    /// Adds the files of some that the texts of records name.
    fn add_named_in_texts(
        &self,
        pairs: &mut Vec<(String, usize)>,
        files: &[String],
        wanted: &HashMap<&str, usize>,
    ) -> Result<(), Error> {
        let Some(view) = self.sources.tracked() else {
            return Ok(());
        };
        let mut by_name: HashMap<&str, Vec<&String>> = HashMap::new();
        for file in files {
            by_name.entry(last(file)).or_default().push(file);
        }
        for (part, of_view) in self.parts[..self.tracked].iter().enumerate() {
            for (document, path) in of_view.members.iter().zip(view.paths_of(part)?) {
                let Some(record) = wanted.get(&*path) else {
                    continue;
                };
                let Some(Indexed { text, .. }) = self.read(DocumentRef { part, document })? else {
                    continue;
                };
                for word in text.split(ends_name).map(|word| word.trim_matches('.')) {
                    let folder = word.trim_start_matches("./").trim_end_matches(['*', '/']);
                    let below = below(files, folder, word.contains('/'));
                    pairs.extend(below.iter().map(|file| (file.clone(), *record)));
                    let same = by_name.get(last(word)).into_iter().flatten();
                    let named = same.filter(|file| is_end_of(word, file));
                    pairs.extend(named.map(|file| ((*file).clone(), *record)));
                }
            }
        }
        Ok(())
    }
}

/// The files of a folder that a word of a text may name, among sorted ones; none of a large one.
fn below<'f>(files: &'f [String], folder: &str, is_path: bool) -> &'f [String] {
    if !is_path || folder.is_empty() {
        return &[];
    }
    let start = format!("{folder}/");
    let from = files.partition_point(|file| *file < start);
    let count = files[from..].partition_point(|file| file.starts_with(&start));
    if count <= FILES {
        &files[from..from + count]
    } else {
        &[]
    }
}

/// True if a character ends the name of a file in a text.
fn ends_name(c: char) -> bool {
    c.is_whitespace() || "`()[]<>\"',;:".contains(c)
}

/// True if a path is a name, or ends with it.
fn is_end_of(name: &str, path: &str) -> bool {
    let rest = path.strip_suffix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}
