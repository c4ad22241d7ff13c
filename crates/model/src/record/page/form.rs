//! The form of a text: a record, which has an id of ours, or a page.

use serde_yaml::Mapping;

use crate::form::front::{Front, front};
use crate::keys;
use crate::record::RecordId;
use crate::record::front_matter::{Parts, key_lines, mapping, split};
use crate::record::header::scalar;
use git_memory_text as text;

/// Form of a text: a page or a record.
pub(in crate::record) enum Form<'a> {
    /// It has an id of ours: a record, even if it has other faults. With its front matter, if that
    /// can be read.
    Record(Option<(Parts, Mapping)>),
    /// It has none.
    Page(Front<'a>),
}

/// Tells if a text is a record or a page.
pub(in crate::record) fn form(text: &str) -> Form<'_> {
    let parts = match split(text) {
        Ok(parts) => parts,
        // Front matter that is not closed, or too long, can still have an id.
        Err(_) if has_own_id(after_opening(text)) => return Form::Record(None),
        Err(_) => return Form::Page(front(text)),
    };
    match mapping(text, &parts) {
        Ok(values) => {
            // A flow mapping has its id on no line of its own, so the library is asked first.
            let id = values.get(keys::ID.name).and_then(scalar);
            if id.is_some_and(|id| is_own_id(&id)) {
                return Form::Record(Some((parts, values)));
            }
        }
        Err(_) if has_own_id(&text[parts.yaml.clone()]) => return Form::Record(None),
        Err(_) => {}
    }
    Form::Page(front(text))
}

/// The text after a page's front matter; all of it if there is none.
#[must_use]
pub fn body(text: &str) -> &str {
    match form(text) {
        Form::Record(Some((parts, _))) => &text[parts.body],
        Form::Record(None) => match split(text) {
            Ok(parts) => &text[parts.body],
            Err(_) => text,
        },
        Form::Page(front) => front.body,
    }
}

/// Text after the opening line of front matter that has no end; empty if the text does not begin
/// with such a line.
fn after_opening(text: &str) -> &str {
    let content = text.strip_prefix('\u{feff}').unwrap_or(text);
    match content.split_once('\n') {
        Some((opening, rest)) if opening.trim_end() == "---" => {
            // An id far below is not meant as one.
            &rest[..text::floor(rest, HEAD)]
        }
        _ => "",
    }
}

/// Length of the part of unreadable front matter that is searched for an id, in bytes.
const HEAD: usize = 4 << 10;

/// True if front matter, which need not be readable, has an id of one of our kinds.
fn has_own_id(yaml: &str) -> bool {
    let Some(lines) = key_lines(yaml, keys::ID.name) else {
        return false;
    };
    let Some((_, value)) = yaml[lines].split_once(':') else {
        return false;
    };
    let value = value.split(" #").next().unwrap_or(value);
    let value = value.trim().trim_matches(['"', '\'']);
    is_own_id(value)
}

fn is_own_id(text: &str) -> bool {
    let id: Result<RecordId, _> = text.parse();
    id.is_ok_and(|id| id.kind().is_some())
}
