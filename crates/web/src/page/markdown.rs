//! Markdown of a record as HTML. It may come from a stranger: HTML in it is shown as the text that
//! it is, a link leads only where a person can see that it leads, and nothing is loaded.

use super::anchors::{anchors, meant};
use super::scrolled::Scrolled;
use git_memory_model::layout::is_record_name;
use git_memory_text::path::{folder, resolved};
use maud::{Markup, PreEscaped};
use percent_encoding::percent_decode_str;
use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

/// The addresses that a link may begin with; anything else with a scheme is no link.
const SCHEMES: [&str; 3] = ["https://", "http://", "mailto:"];
/// Prefix of the names of footnotes, apart from those of a page's own parts.
const NOTE: &str = "note-";

/// The address of the page of a file that a link leads to, where it has one.
pub(super) type PageOf<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// The HTML of a text.
pub(super) fn rendered(markdown: &str, page_of: &PageOf) -> Markup {
    let events: Vec<Event> = parsed(markdown).collect();
    let mut harmless = Harmless {
        page_of,
        anchors: anchors(&events),
        headings: 0,
        top: top(&events),
        links: Vec::new(),
    };
    let mut scrolled = Scrolled::default();
    let events = events.into_iter().filter_map(|event| harmless.event(event));
    let events = events.flat_map(|event| scrolled.written(event).into_iter().flatten());
    let mut page = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut page, events);
    PreEscaped(page)
}

fn parsed(markdown: &str) -> Parser<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    Parser::new_ext(markdown, options)
}

/// The files that a text may mean the records of: those that its links lead to from its own file,
/// at `path` from the top of the repository.
pub(super) fn files(markdown: &str, path: &str) -> Vec<String> {
    let mut files = Vec::new();
    for event in parsed(markdown) {
        if let Event::Start(Tag::Link { dest_url, .. }) = event {
            files.extend(file(path, &dest_url));
        }
    }
    files
}

/// The file, from the top of the repository, that a link in the file at `path` leads to, where it
/// may be a record's.
pub(super) fn file(path: &str, link: &str) -> Option<String> {
    let link = link.split(['?', '#']).next()?;
    let link = percent_decode_str(link).decode_utf8().ok()?;
    // As git hosts take it: from the top of the repository.
    let file = match link.strip_prefix('/') {
        Some(link) => resolved("", link),
        None => resolved(folder(path), &link),
    };
    file.filter(|file| is_record_name(file))
}

/// Makes the events of a text harmless, one after the other.
struct Harmless<'a> {
    page_of: &'a PageOf<'a>,
    /// The names of all headings, and how many of them were met.
    anchors: Vec<String>,
    headings: usize,
    /// The highest level of a heading in it: that of the page's own parts takes its place.
    top: usize,
    /// For each of the links that are open, true if the page has it as a link.
    links: Vec<bool>,
}

/// The highest level of the headings of a text.
fn top(events: &[Event]) -> usize {
    let levels = events.iter().filter_map(|event| match event {
        Event::Start(Tag::Heading { level, .. }) => Some(*level as usize),
        _ => None,
    });
    levels.min().unwrap_or(1)
}

impl Harmless<'_> {
    /// The level of a heading on the page, whose title has the first.
    fn level(&self, level: HeadingLevel) -> HeadingLevel {
        let below = level as usize - self.top + 2;
        HeadingLevel::try_from(below).unwrap_or(HeadingLevel::H6)
    }

    fn event<'m>(&mut self, event: Event<'m>) -> Option<Event<'m>> {
        Some(match event {
            // HTML is shown as it is written, for the reader to judge.
            Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            // The page's own title is the first.
            Event::Start(Tag::Heading { level, .. }) => Event::Start(Tag::Heading {
                level: self.level(level),
                id: self.next_anchor(),
                classes: Vec::new(),
                attrs: Vec::new(),
            }),
            Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(self.level(level))),
            Event::Start(Tag::Link {
                dest_url,
                title,
                link_type,
                ..
            }) => return self.link(link_type, dest_url, title),
            // Loading a picture tells its host who reads what.
            Event::Start(Tag::Image {
                dest_url, title, ..
            }) => return self.link(LinkType::Inline, dest_url, title),
            Event::End(TagEnd::Link | TagEnd::Image) => {
                return self.links.pop()?.then_some(Event::End(TagEnd::Link));
            }
            Event::FootnoteReference(name) => Event::FootnoteReference(note(&name)),
            Event::Start(Tag::FootnoteDefinition(name)) => {
                Event::Start(Tag::FootnoteDefinition(note(&name)))
            }
            other => other,
        })
    }

    fn next_anchor<'m>(&mut self) -> Option<CowStr<'m>> {
        let anchor = self.anchors.get(self.headings)?.clone();
        self.headings += 1;
        Some(anchor.into())
    }

    /// The beginning of a link; `None` for one that leads nowhere: its text alone is shown.
    fn link<'m>(&mut self, kind: LinkType, to: CowStr<'m>, title: CowStr<'m>) -> Option<Event<'m>> {
        // A picture may be inside of a link, a link may not.
        let is_inside = self.links.contains(&true);
        let to = self.address(kind, to).filter(|_| !is_inside);
        self.links.push(to.is_some());
        Some(Event::Start(Tag::Link {
            link_type: match kind {
                // Whose address is written with a scheme of its own.
                LinkType::Email => LinkType::Email,
                _ => LinkType::Inline,
            },
            dest_url: to?,
            title,
            id: CowStr::Borrowed(""),
        }))
    }

    /// Returns the address that a link has on the page; `None` for a link that leads nowhere.
    fn address<'m>(&self, kind: LinkType, to: CowStr<'m>) -> Option<CowStr<'m>> {
        if kind == LinkType::Email || is_of_host(&to) {
            return Some(to);
        }
        let (file, part) = match to.split_once('#') {
            Some((file, part)) => (file, Some(meant(part))),
            None => (&*to, None),
        };
        if file.is_empty() {
            let anchor = part.filter(|part| self.anchors.contains(part))?;
            return Some(format!("#{anchor}").into());
        }
        let page = (self.page_of)(file)?;
        Some(match part {
            Some(part) => format!("{page}#{part}").into(),
            None => page.into(),
        })
    }
}

fn note<'m>(name: &str) -> CowStr<'m> {
    format!("{NOTE}{name}").into()
}

/// True if an address is one of those that may be shown as they are.
fn is_of_host(address: &str) -> bool {
    // A browser leaves out invisible characters before it looks for a scheme.
    let address: String = address.chars().filter(|it| !it.is_control()).collect();
    let address = address.trim().to_lowercase();
    SCHEMES.iter().any(|scheme| address.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use maud::Markup;

    /// A text beside which there is one record.
    fn rendered(text: &str) -> Markup {
        let ids = |file: Option<String>| (file? == "memory/notes/b c.md").then_some("note-b");
        super::rendered(text, &|link| {
            let id = ids(super::file("memory/decisions/a.md", link))?;
            Some(format!("../records/{id}.html"))
        })
    }

    #[test]
    fn nothing_in_a_text_runs_or_loads() {
        for text in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "<svg/onload=alert(1)>",
            "[a](javascript:alert(1))",
            "[a](JaVaScRiPt:alert(1))",
            "[a](java\u{1}script:alert(1))",
            "[a](data:text/html,<script>alert(1)</script>)",
            "[a](vbscript:x)",
            "<javascript:alert(1)>",
            "![a](https://example.com/pixel.png)",
            "[a](//example.com)",
            "[a]: javascript:alert(1)\n\n[a]",
            "`<script>`",
            "[a](https://example.com \"x\\\" onclick=alert(1) \\\"\")",
        ] {
            let page = rendered(text).into_string().to_lowercase();
            for bad in [
                "<script",
                "<img",
                "<svg",
                "href=\"javascript",
                "href=\"data",
                "href=\"vb",
                "href=\"//",
                "\" onclick",
            ] {
                assert!(!page.contains(bad), "{text}: {page}");
            }
        }
    }

    #[test]
    fn what_is_wide_can_be_scrolled_without_a_mouse() {
        let page = rendered("a | b\n--|-:\n1 | `2`\n\n```sh\nls <a>\n```\n").into_string();
        assert_eq!(
            page,
            "<div class=\"wide\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table><thead><tr>\
             <th>a</th><th class=\"right\">b</th></tr></thead><tbody>\n\
             <tr><td>1</td><td class=\"right\"><code>2</code></td></tr>\n\
             </tbody></table>\n</div>\n\
             <pre tabindex=\"0\"><code>ls &lt;a&gt;\n</code></pre>\n"
        );
    }

    #[test]
    fn what_leads_somewhere_is_a_link() {
        for (text, link) in [
            (
                "[a](https://example.com/a?b=c)",
                "href=\"https://example.com/a?b=c\"",
            ),
            ("[a](../notes/b%20c.md)", "href=\"../records/note-b.html\""),
            (
                "[a](/memory/notes/b%20c.md#X%20y)",
                "href=\"../records/note-b.html#text-x-y\"",
            ),
            ("[a](#a-b)\n# A\n# A b!", "href=\"#text-a-b\""),
            ("[a](#a-1)\n# A\n# `A`", "id=\"text-a-1\""),
            ("<a@example.com>", "href=\"mailto:a@example.com\""),
            ("a[^files]\n\n[^files]: b", "id=\"note-files\""),
        ] {
            let page = rendered(text).into_string();
            assert!(page.contains(link), "{text}: {page}");
        }
    }

    #[test]
    fn what_leads_nowhere_is_its_text() {
        for text in [
            "[a](other.md)",
            "[a](../../../notes/b.md)",
            "[a](#part)",
            "[a](index.html)",
            "[a](//example.com)",
            "![a](picture.png)",
            "[![a](https://example.com/b.png)](c.md)x",
        ] {
            let page = rendered(text).into_string();
            assert!(
                !page.contains("href=\"#") && !page.contains("c.md"),
                "{page}"
            );
            let links = page.matches("<a ").count();
            assert_eq!(links, usize::from(text.contains("b.png")), "{page}");
        }
    }
}
