//! Possible meanings of a typed path. Shells, editors and agents read one text in several ways; a
//! tool must be allowed all of them.

use git_memory_text::limits;
use git_memory_text::percent_decoded;

/// A text that is longer than any path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// Text for the top of the work tree at the beginning of a path: the answer of
/// `git rev-parse --show-toplevel`.
pub const TOP: &str = "$(toplevel)";

/// Places besides the working folder at which paths may begin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Home<'a> {
    /// The home folder, if it is known.
    pub folder: Option<&'a str>,
    /// The name of its owner, if it is known.
    pub user: Option<&'a str>,
    /// The top of the work tree, if there is one.
    pub top: Option<&'a str>,
}

/// One meaning of a typed path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A path of this system, relative to the working folder or absolute.
    Path(String),
    /// A place that is not in any work tree of this system.
    Elsewhere(String),
}

/// All meanings of a typed path; none if no file system takes it for a path.
///
/// # Errors
/// [`TooLong`]: a program may make a shorter one of it.
pub fn forms(text: &str, home: Home) -> Result<Vec<Form>, TooLong> {
    if text.len() > limits::CALL_PATH_BYTES {
        return Err(TooLong);
    }
    if text.is_empty() || text.contains('\0') {
        return Ok(Vec::new());
    }
    if let Some(url) = after_scheme(text) {
        return Ok(of_url(url, home));
    }
    let mut forms = Vec::new();
    if let Some(share) = windows(text) {
        forms.push(Form::Elsewhere(share));
    } else {
        forms.push(with_home(text, home));
    }
    // If a backslash separates parts, the same text leads somewhere else.
    if text.contains('\\') && !matches!(forms[..], [Form::Elsewhere(_)]) {
        forms.push(with_home(&text.replace('\\', "/"), home));
    }
    Ok(forms)
}

/// The text after `file:`.
fn after_scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_at_checked("file:".len())?;
    scheme.eq_ignore_ascii_case("file:").then_some(rest)
}

/// A `file:` URL (RFC 8089); one without slashes may be the name of a file as well.
fn of_url(url: &str, home: Home) -> Vec<Form> {
    let decoded = percent_decoded(url);
    if decoded.contains('\0') {
        return Vec::new();
    }
    let Some(rest) = decoded.strip_prefix("//") else {
        let literal = Form::Path(format!("file:{url}"));
        return vec![with_home(&decoded, home), literal];
    };
    let (host, path) = match rest.find('/') {
        Some(slash) => rest.split_at(slash),
        None => (rest, ""),
    };
    if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
        return vec![Form::Elsewhere(format!("//{host}{path}"))];
    }
    // `file:///C:/x` is the URL of a drive.
    if let Some(drive) = windows(path.trim_start_matches('/')) {
        return vec![Form::Elsewhere(drive)];
    }
    let mut forms = vec![Form::Path(path.to_owned())];
    if path.contains('\\') {
        forms.push(Form::Path(path.replace('\\', "/")));
    }
    forms
}

/// A path with a drive or a share of Windows, its parts separated by slashes.
fn windows(text: &str) -> Option<String> {
    // On Windows it is a path like any other.
    if cfg!(windows) {
        return None;
    }
    let slashed = text.replace('\\', "/");
    let bare = match slashed
        .strip_prefix("//?/")
        .or(slashed.strip_prefix("//./"))
    {
        Some(bare) => bare,
        None => &slashed,
    };
    let is_drive = match bare.as_bytes() {
        [letter, b':'] | [letter, b':', b'/', ..] => letter.is_ascii_alphabetic(),
        _ => false,
    };
    if is_drive || text.starts_with(r"\\") {
        return Some(bare.to_owned());
    }
    None
}

/// A path that may begin with a home folder.
fn with_home(text: &str, home: Home) -> Form {
    for (variable, folder) in [
        ("~", home.folder),
        ("$HOME", home.folder),
        ("${HOME}", home.folder),
        (TOP, home.top),
    ] {
        if let Some(rest) = text.strip_prefix(variable)
            && (rest.is_empty() || rest.starts_with('/'))
        {
            return match folder {
                Some(folder) => Form::Path(format!("{folder}{rest}")),
                None => Form::Elsewhere(text.to_owned()),
            };
        }
    }
    // Without a slash it is usually the name of a file: `~$letter.docx`.
    if let Some((user, rest)) = text.strip_prefix('~').and_then(|rest| rest.split_once('/'))
        && is_user(user)
    {
        return match home.folder {
            Some(folder) if home.user == Some(user) => Form::Path(format!("{folder}/{rest}")),
            _ => Form::Elsewhere(text.to_owned()),
        };
    }
    Form::Path(text.to_owned())
}

fn is_user(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || "._-".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: Home = Home {
        folder: Some("/home/ada"),
        user: Some("ada"),
        top: Some("/work"),
    };

    #[test]
    #[cfg(not(windows))]
    fn a_text_means_what_any_reader_takes_it_for() {
        let path = |text: &str| Form::Path(text.to_owned());
        let elsewhere = |text: &str| Form::Elsewhere(text.to_owned());
        for (text, expected) in [
            ("src/a", vec![path("src/a")]),
            ("~", vec![path("/home/ada")]),
            ("~/x", vec![path("/home/ada/x")]),
            ("$HOME/x", vec![path("/home/ada/x")]),
            ("${HOME}/x", vec![path("/home/ada/x")]),
            ("$HOMER/x", vec![path("$HOMER/x")]),
            ("$(toplevel)/x", vec![path("/work/x")]),
            ("~ada/x", vec![path("/home/ada/x")]),
            ("~root/x", vec![elsewhere("~root/x")]),
            ("~$a.docx", vec![path("~$a.docx")]),
            ("a~/x", vec![path("a~/x")]),
            (r"a\b", vec![path(r"a\b"), path("a/b")]),
            (r"C:\a\b", vec![elsewhere("C:/a/b")]),
            ("c:/a", vec![elsewhere("c:/a")]),
            ("c:a", vec![path("c:a")]),
            (r"\\?\C:\a", vec![elsewhere("C:/a")]),
            (r"\\host\share\a", vec![elsewhere("//host/share/a")]),
            ("file:///a%2fb/%2egit", vec![path("/a/b/.git")]),
            ("FILE://localhost/a", vec![path("/a")]),
            ("file://host/a", vec![elsewhere("//host/a")]),
            ("file:///C:/a", vec![elsewhere("C:/a")]),
            ("file:a", vec![path("a"), path("file:a")]),
            ("%2egit", vec![path("%2egit")]),
        ] {
            assert_eq!(forms(text, HOME).as_ref(), Ok(&expected), "{text}");
        }
        for bad in ["", "a\0b", "file:///a%00b"] {
            assert_eq!(forms(bad, HOME), Ok(Vec::new()), "{bad}");
        }
        assert_eq!(
            forms(&"a".repeat(limits::CALL_PATH_BYTES + 1), HOME),
            Err(TooLong)
        );
        let nobody = Home::default();
        assert_eq!(forms("~/x", nobody), Ok(vec![elsewhere("~/x")]));
    }
}
