//! Merges one file of memory: a record by its keys, if both sides have the same one; derived files
//! by the ids of their records; any other file line by line.

use super::texts::Texts;
use super::{feedback, impressions, index_page};
use crate::derived::is_ours;
use crate::layout::{DERIVED, FEEDBACK, IMPRESSIONS};
use crate::record::front_matter;
use crate::record::marks::{Marks, Merged};
use crate::record::merge::merge_marked;
use git_memory_text::limits;
use git_memory_text::path::last;
use git_memory_text::three_way::{self, Differing};

/// The longest file at a path that is merged here, in bytes.
#[must_use]
pub fn limit(path: &str) -> u64 {
    let name = last(path);
    if name == FEEDBACK || DERIVED.contains(&name) {
        // Some hundred bytes for each of a hundred thousand records.
        64 << 20
    } else {
        limits::RECORD_BYTES
    }
}

/// Merges a file at a path from the top of the work tree. `None` for a text of so many lines that
/// git's own merge, which stops looking for the shortest difference, is better.
///
/// The attributes of memory name the driver, so that a file's name tells what it is, wherever
/// memory lies.
#[must_use]
pub fn merge(path: &str, texts: &Texts<'_>, marks: &Marks) -> Option<Merged> {
    let name = last(path);
    if name == FEEDBACK {
        return Some(Merged::clean(feedback::merge(texts)));
    }
    if DERIVED.contains(&name) && is_made(name, texts) {
        return Some(Merged::clean(derived(name, texts)));
    }
    let all = [texts.base, texts.ours, texts.theirs];
    if all
        .iter()
        .any(|text| text.lines().count() > limits::MERGED_LINES)
    {
        return None;
    }
    Some(record(texts, marks))
}

fn record(texts: &Texts<'_>, marks: &Marks) -> Merged {
    let ids = [texts.base, texts.ours, texts.theirs].map(front_matter::id);
    match &ids {
        [_, Some(ours), Some(theirs)] if ours != theirs => apart(texts, marks),
        [base, Some(ours), Some(_)] => {
            // With another record, theirs and ours have nothing in common but a template.
            let base = (base.as_ref() == Some(ours)).then_some(texts.base);
            let merged = merge_marked(base, texts.ours, texts.theirs, marks);
            merged.unwrap_or_else(|| by_line(texts, marks))
        }
        _ => by_line(texts, marks),
    }
}

fn by_line(texts: &Texts<'_>, marks: &Marks) -> Merged {
    marks.merged(three_way::merge(texts.base, texts.ours, texts.theirs))
}

/// Two records that met under one name, or that git takes for one: both in full, for a merge of
/// their lines would be neither.
fn apart(texts: &Texts<'_>, marks: &Marks) -> Merged {
    let with_end = |text: &str| match text {
        text if text.ends_with('\n') || text.is_empty() => text.to_owned(),
        text => format!("{text}\n"),
    };
    let both = Differing {
        ours: with_end(texts.ours),
        base: with_end(texts.base),
        theirs: with_end(texts.theirs),
    };
    marks.whole(&both)
}

/// True if this program made both versions of a derived file.
fn is_made(name: &str, texts: &Texts<'_>) -> bool {
    is_ours(name, texts.ours.as_bytes()) && is_ours(name, texts.theirs.as_bytes())
}

fn derived(name: &str, texts: &Texts<'_>) -> String {
    if name == IMPRESSIONS {
        return impressions::merge(texts);
    }
    match index_page::merge(texts) {
        Some(page) => page,
        // The file is of another version: it is made anew anyway, so the conflict needs no
        // decision.
        None => texts.ours.max(texts.theirs).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "memory/notes/a.md";

    fn merged(path: &str, base: &str, ours: &str, theirs: &str) -> Merged {
        let marks = Marks::new(7, ["HEAD", "base", "topic"]);
        merge(path, &Texts { base, ours, theirs }, &marks).unwrap()
    }

    fn note(id: &str, body: &str) -> String {
        format!(
            "---\nid: {id}\ntitle: T\nstatus: active\nscope: project\nupdated: 2026-11-20\n---\n{body}\n"
        )
    }

    #[test]
    fn records_that_only_share_a_template_are_not_mixed() {
        let [x, changed, y] = [("aaaaaa", "x"), ("aaaaaa", "z"), ("bbbbbb", "x")]
            .map(|(id, body)| note(&format!("note-{id}"), body));
        for (base, ours, theirs) in [
            (&x, &y, &changed),
            (&x, &changed, &y),
            (&String::new(), &x, &y),
        ] {
            let merged = merged(PATH, base, ours, theirs);
            assert!(!merged.is_clean);
            assert_eq!(
                merged.text,
                format!("<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> topic\n")
            );
        }
        // One record whose base git has taken from another one.
        let both = merged(PATH, &y, &x, &changed);
        assert!(
            !both.is_clean && both.text.contains("=======\nz\n"),
            "{}",
            both.text
        );
        assert!(merged(PATH, &y, &x, &x).is_clean);
    }

    #[test]
    fn a_page_is_merged_by_its_lines() {
        let page = "---\ntitle: T\n---\na\nb\nc\n";
        let (ours, theirs) = (page.replace("a\n", "A\n"), page.replace("c\n", "C\n"));
        let both = ours.replace("c\n", "C\n");
        assert_eq!(merged(PATH, page, &ours, &theirs), Merged::clean(both));
        let theirs = page.replace("title: T", "title: U");
        let ours = page.replace("title: T", "title: V");
        assert!(!merged(PATH, page, &ours, &theirs).is_clean);
        // A page that has got an id meanwhile is the same page.
        let theirs = page.replace("title", "id: note-aaaaaa\ntitle");
        assert!(merged(PATH, page, &page.replace("c\n", "C\n"), &theirs).is_clean);
    }

    #[test]
    fn ratings_are_a_set_and_what_is_made_of_records_goes_by_their_ids() {
        let base = "{\"a\":1}\n{\"b\":1}\n";
        let (ours, theirs) = (
            "{\"b\":1}\n{\"c\":1}\n",
            "{\"a\":1}\n{\"b\":1}\n{\"d\":1}\n",
        );
        let one = merged(FEEDBACK, base, ours, theirs);
        assert!(one.is_clean);
        let mut lines: Vec<&str> = one.text.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, ["{\"b\":1}", "{\"c\":1}", "{\"d\":1}"]);
        assert_eq!(merged(FEEDBACK, base, theirs, ours), one);
        // A user's own file of that name is a text like others.
        assert!(!merged(IMPRESSIONS, "a\n", "b\n", "c\n").is_clean);
        assert!(merged(IMPRESSIONS, "", "", "").is_clean);
    }

    #[test]
    fn a_text_of_too_many_lines_is_left_to_git() {
        let marks = Marks::new(7, [""; 3]);
        let [ours, theirs] = ["a\n", "b\n"].map(|line| line.repeat(limits::MERGED_LINES + 1));
        for base in ["", &ours] {
            let texts = Texts {
                base,
                ours: &theirs,
                theirs: "c\n",
            };
            assert_eq!(merge(PATH, &texts, &marks), None);
        }
    }
}
