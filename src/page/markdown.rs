//! Markdown of a record as HTML. It may come from a stranger: HTML in it is shown as the text that
//! it is, a link leads only where a person can see that it leads, and nothing is loaded.

use super::scrolled::Scrolled;
use maud::{Markup, PreEscaped};
use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

/// The addresses that a link may begin with; anything else with a scheme is no link.
const SCHEMES: [&str; 3] = ["https://", "http://", "mailto:"];

/// The HTML of a text.
pub(super) fn rendered(markdown: &str) -> Markup {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    let mut scrolled = Scrolled::default();
    let events = Parser::new_ext(markdown, options).map(harmless);
    let events = events.flat_map(|event| scrolled.written(event).into_iter().flatten());
    let mut page = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut page, events);
    PreEscaped(page)
}

fn harmless(event: Event<'_>) -> Event<'_> {
    match event {
        // What it is written as, for the reader to judge.
        Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        // The page's own title is the first.
        Event::Start(Tag::Heading {
            level,
            id,
            classes,
            attrs,
        }) => Event::Start(Tag::Heading {
            level: below(level),
            id,
            classes,
            attrs,
        }),
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(below(level))),
        Event::Start(Tag::Link {
            dest_url,
            title,
            id,
            link_type,
        }) => link(link_type, dest_url, title, id),
        // Loading a picture tells its host who reads what.
        Event::Start(Tag::Image {
            dest_url,
            title,
            id,
            ..
        }) => link(LinkType::Inline, dest_url, title, id),
        Event::End(TagEnd::Image) => Event::End(TagEnd::Link),
        other => other,
    }
}

/// The next level below.
fn below(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 1).unwrap_or(HeadingLevel::H6)
}

fn link<'m>(kind: LinkType, to: CowStr<'m>, title: CowStr<'m>, id: CowStr<'m>) -> Event<'m> {
    let dest_url = if leads_somewhere(&to) {
        to
    } else {
        CowStr::Borrowed("#")
    };
    Event::Start(Tag::Link {
        link_type: match kind {
            // Whose address is written with a scheme of its own.
            LinkType::Email => LinkType::Email,
            _ => LinkType::Inline,
        },
        dest_url,
        title,
        id,
    })
}

/// Whether an address is of a host, or of a place in the same folder of pages.
fn leads_somewhere(address: &str) -> bool {
    // A browser leaves out what nobody sees before it looks for a scheme.
    let address: String = address.chars().filter(|it| !it.is_control()).collect();
    let address = address.trim().to_lowercase();
    if SCHEMES.iter().any(|scheme| address.starts_with(scheme)) {
        return true;
    }
    let before = address.split(['/', '?', '#']).next().unwrap_or_default();
    !before.contains(':') && !address.starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::rendered;

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
            ("[a](other.md)", "href=\"other.md\""),
            ("[a](#part)", "href=\"#part\""),
            ("<a@example.com>", "href=\"mailto:a@example.com\""),
        ] {
            let page = rendered(text).into_string();
            assert!(page.contains(link), "{text}: {page}");
        }
    }
}
