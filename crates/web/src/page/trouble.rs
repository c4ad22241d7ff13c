//! Pages in the place of those that there are not: the fault in a line, then what to do.

use maud::{DOCTYPE, PreEscaped, html};

use super::frame::{HOME, brand, head, root_of};

/// Page in the place of one that cannot be made.
pub(crate) fn trouble(name: &str, message: &str, hints: &[String]) -> String {
    let root = root_of(name);
    let page = html! {
        (DOCTYPE)
        html lang="en" data-place="server" {
            (head(&root, message, "git"))
            body {
                header { div.top { (brand(&root, None, "git")) } }
                main {
                    h1 { (message) }
                    @for hint in hints { p { (hint) } }
                    p { a.button href={ (root) (HOME) } { "All decisions" } }
                }
            }
        }
    };
    page.into_string()
}

/// The style of a page that may load nothing.
pub(crate) const STYLE: &str = ":root{color-scheme:light dark}\
     body{font:16px/1.55 system-ui,sans-serif;max-width:38rem;margin:12vh auto;padding:0 1rem}\
     h1{font-size:1.5rem;line-height:1.25}\
     code{font-family:ui-monospace,monospace}";

/// Page for a browser that is not let in, or asks for what is not there: it says nothing of the
/// repository, and loads nothing.
pub(crate) fn refused(title: &str, steps: &[&str]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) " · git memory" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (title) }
                    @for step in steps { p { (step) } }
                    p { "To start the server again, and open a browser at the right address:" }
                    p { code { "git memory serve --open" } }
                }
            }
        }
    };
    page.into_string()
}
