//! The fields that narrow down a list or a search. A form sends them as they are, without a script.

use std::collections::BTreeSet;

use maud::{Markup, html};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::source::Source;
use git_memory_app::verbs::parsed;
use git_memory_app::workspace::Error;
use git_memory_model::kind::Kind;

/// The fields of what records are; `form` is the id of the form that they belong to, where they do
/// not stand in it. Kinds have one only where no links stand for them.
pub(super) fn fields(source: &Source, form: Option<&str>, has_kinds: bool) -> Markup {
    let kinds = Kind::all().map(|kind| (kind.name(), kind.plural()));
    let statuses = Kind::all().flat_map(Kind::statuses);
    let statuses: BTreeSet<&str> = statuses.map(|status| status.name).collect();
    let statuses = statuses.into_iter().map(|status| (status, status));
    html! {
        @if has_kinds { (choice(source, form, ("kinds", "Kind"), kinds)) " " }
        (choice(source, form, ("statuses", "Status"), statuses)) " "
        label.field {
            "Tag "
            input name="tags" value=[source.parameter("tags")] form=[form] size="12" dir="auto";
        }
    }
}

/// A field with some values to choose from, or any; it has a name and a title, and so have the
/// values.
pub(super) fn choice<'a>(
    source: &Source,
    form: Option<&str>,
    (name, title): (&str, &str),
    values: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Markup {
    let chosen = source.parameter(name);
    let values: Vec<_> = values.into_iter().collect();
    let is_known = |chosen: &str| values.iter().any(|(value, _)| *value == chosen);
    html! {
        label.field {
            (title) " "
            select name=(name) form=[form] {
                option value="" { "any" }
                @for (value, shown) in &values {
                    option value=[(value != shown).then_some(value)]
                        selected[chosen == Some(*value)] { (shown) }
                }
                // Whatever else was asked for stays so.
                @if let Some(other) = chosen.filter(|chosen| !is_known(chosen)) {
                    option selected { (other) }
                }
            }
        }
    }
}

/// The question that some of the page's parameters narrow down to; one without a value accepts any.
pub(super) fn narrowed<Q: DeserializeOwned>(source: &Source, names: &[&str]) -> Result<Q, Error> {
    let mut question = Map::new();
    for name in names {
        if let Some(value) = source.parameter(name) {
            question.insert((*name).to_owned(), json!([value]));
        }
    }
    parsed(&Value::Object(question))
}
