//! Texts as they may be passed on to prompts: sanitized, and without secrets. What is hidden may
//! part a secret, so it is taken out first; what is cut may lose the end of one, so that comes
//! last.

use git_memory_guard::{Clean, Guard};
use git_memory_model::context::sanitize::{brief, sanitized};
use git_memory_text::{floor, one_line};

/// Maximum number of bytes that are looked at: no answer shows more of a text.
const MOST: usize = 64 << 10;
/// The longest working text, in characters: two pages, as of records.
const PAGE: usize = 6000;

/// A whole text.
pub fn whole(guard: &Guard, text: &str) -> Clean {
    guard.redact(&sanitized(text))
}

/// A text on one line of at most `most` characters.
pub fn line(guard: &Guard, text: &str, most: usize) -> Clean {
    cut(guard, whole(guard, &text[..floor(text, MOST)]), |text| {
        one_line(text, most)
    })
}

/// A title with its abstract on one line of at most `most` characters.
pub fn title_line(guard: &Guard, title: &str, text: &str, most: usize) -> Clean {
    let [title, text] = [title, text].map(|text| whole(guard, &text[..floor(text, MOST)]));
    // A title that ends in `token:` gives the text after it another meaning.
    guard.redact(&brief(&title, &text, most))
}

/// A working text: at most two pages.
pub fn page(guard: &Guard, text: &str) -> Clean {
    cut(guard, whole(guard, &text[..floor(text, MOST)]), |text| {
        let page: String = text.chars().take(PAGE).collect();
        if page.len() == text.len() {
            page
        } else {
            format!("{}\n\n[…]", page.trim_end())
        }
    })
}

fn cut(guard: &Guard, whole: Clean, shorter: impl Fn(&str) -> String) -> Clean {
    // Joining lines can bring together what was no secret while a line end parted it.
    let short = shorter(&whole);
    if short == whole.as_str() {
        whole
    } else {
        guard.redact(&short)
    }
}
