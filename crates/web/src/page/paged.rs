//! Lists that are longer than a page: the names of their pages, and the links from one to the next.

use std::ops::Range;

use maud::{Markup, html};

use super::parts::asked;
use super::source::Source;

/// A list in pages, of which the first is 1.
pub(super) struct Paged {
    /// Name of the first page.
    pub(super) first: &'static str,
    /// The names of the others begin with it.
    pub(super) others: &'static str,
    /// Number of items of a page.
    pub(super) shown: usize,
    /// Words for the links: what they are, to the page before and to the one after.
    pub(super) words: [&'static str; 3],
}

impl Paged {
    /// The name of a page.
    pub(super) fn name(&self, nth: usize) -> String {
        match nth {
            1 => self.first.to_owned(),
            nth => format!("{}-{nth}.html", self.others),
        }
    }

    /// The page after the first one that has this name.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        let nth = name.strip_prefix(self.others)?.strip_prefix('-')?;
        let nth = nth.strip_suffix(".html")?.parse().ok()?;
        (nth > 1 && self.name(nth) == name).then_some(nth)
    }

    /// Number of pages of so many items.
    pub(super) fn pages(&self, count: usize) -> usize {
        count.div_ceil(self.shown).max(1)
    }

    /// The items of a page, of so many in all.
    pub(super) fn items(&self, nth: usize, count: usize) -> Range<usize> {
        let first = (nth - 1).saturating_mul(self.shown).min(count);
        first..first.saturating_add(self.shown).min(count)
    }

    /// Links to the pages before and after, of so many items; `kept` are parameters of them all.
    pub(super) fn links(
        &self,
        source: &Source,
        nth: usize,
        count: usize,
        kept: &[(&str, &str)],
    ) -> Markup {
        let [about, before, after] = self.words;
        let page = |nth| asked(source, &self.name(nth), kept);
        html! {
            @if self.pages(count) > 1 {
                nav.pages aria-label=(about) {
                    @if nth > 1 { a rel="prev" href=(page(nth - 1)) { (before) } " " }
                    @if nth < self.pages(count) { a rel="next" href=(page(nth + 1)) { (after) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_has_one_name() {
        let paged = Paged {
            first: "index.html",
            others: "records",
            shown: 200,
            words: ["", "", ""],
        };
        assert_eq!(
            (paged.name(1), paged.name(2)),
            ("index.html".into(), "records-2.html".into())
        );
        for (name, nth) in [
            ("records-2.html", Some(2)),
            ("records-1.html", None),
            ("records-02.html", None),
            ("records-+2.html", None),
            ("records-2", None),
            ("index.html", None),
        ] {
            assert_eq!(paged.named(name), nth, "{name}");
        }
        assert_eq!(
            (paged.pages(0), paged.pages(200), paged.pages(201)),
            (1, 1, 2)
        );
        assert_eq!(paged.items(2, 201), 200..201);
        assert_eq!(paged.items(3, 201), 201..201);
    }
}
