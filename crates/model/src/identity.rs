//! Which repository, which project, which branch: the three names that tell one memory from
//! another.
//!
//! Pure: the caller brings the [`Facts`] (the git crate reads them), and gets hashes back. No
//! credential of a remote's URL gets into a hash or an output. The promises are in
//! docs/contract.md, section 6.

use std::fmt;

use sha2::{Digest as _, Sha256};

use git_memory_guard::Token;
use git_memory_text as text;

/// Facts about a repository that its name is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The canonical path of the work tree, or of the git directory in a bare repository: the
    /// bytes of the file system.
    pub root: Vec<u8>,
    /// The configured URL of the remote, with credentials.
    pub remote: Option<String>,
    /// The branch's short name, born or not; `HEAD` when detached.
    pub branch: String,
    /// The id of the root commit, in hex, if there is one.
    pub root_commit: Option<String>,
}

/// The names of a repository, made by [`Identity::of`]. All hashes are lower-case hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// SHA-256 over path, remote and branch, joined by NUL; over only the path if there is no
    /// remote.
    pub repo_hash: Digest,
    /// The first 8 bytes of SHA-256 over the path.
    pub project_hash: String,
    /// SHA-256 over the remote, else over the root commit's id: the same in every clone.
    pub project_id: Option<String>,
    /// The remote as [`normalise_remote`] writes it.
    pub remote: Option<String>,
    /// The branch, as it came with the facts.
    pub branch: String,
}

impl Identity {
    /// Names the repository that `facts` describe. The same facts give the same names on every
    /// machine.
    #[must_use]
    pub fn of(facts: &Facts) -> Identity {
        let remote = facts.remote.as_deref().map(normalise_remote);
        // An empty value takes back a setting of a wider file.
        let remote = remote.filter(|url| !url.is_empty());
        let repo_hash = match &remote {
            Some(url) => sha256(&[&facts.root, url.as_bytes(), facts.branch.as_bytes()]),
            None => sha256(&[&facts.root]),
        };
        let project = remote.as_ref().or(facts.root_commit.as_ref());
        Identity {
            project_hash: sha256(&[&facts.root])[..16].to_owned(),
            project_id: project.map(|name| sha256(&[name.as_bytes()])),
            branch: facts.branch.clone(),
            repo_hash: Digest(repo_hash),
            remote,
        }
    }
}

/// The lower-case hex of a SHA-256.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digest(String);

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Token for Digest {}

/// Hex of SHA-256 over `parts`, joined by NUL.
fn sha256(parts: &[&[u8]]) -> String {
    // NUL is in none of the parts: no two sets of them give the same bytes.
    text::hex(&Sha256::digest(parts.join(&0u8)))
}

/// Brings all spellings of one remote to one string.
///
/// A URL becomes `host/path`, with `:port` after the host unless the port is its scheme's default.
/// Scheme, user, password, query, trailing slashes and a trailing `.git` go; the host is lowered;
/// the path keeps its case and its percent signs. The scp-like `host:path`, `host:/path` and
/// `host:~user/path` read as `ssh://host/path` and `ssh://host/~user/path` do. A `file:` URL and a
/// local path become the path. The forms are those of git's documentation, "GIT URLS" in
/// git-fetch(1); of a doubtful spelling, the reading that keeps less counts.
#[must_use]
pub fn normalise_remote(url: &str) -> String {
    let mut url = url.trim();
    while let Some((transport, address)) = split_transport(url) {
        if transport == "ext" {
            // A command line: its arguments may hold anything.
            return match address.split_whitespace().next() {
                Some(program) => format!("ext::{program}"),
                None => "ext::".to_owned(),
            };
        }
        // The protocol does not identify a remote.
        url = address.trim();
    }
    match split_scheme(url) {
        Some((scheme, rest)) if scheme == "file" => file_path(rest),
        Some((scheme, rest)) => network(&scheme, rest),
        None => match scp_like(url) {
            Some(name) => name,
            None => local_path(url),
        },
    }
}

/// `<transport>::<address>`, as in gitremote-helpers(7).
fn split_transport(url: &str) -> Option<(&str, &str)> {
    let (transport, address) = url.split_once("::")?;
    let mut bytes = transport.bytes();
    let is_name = bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (is_name && !transport.is_empty()).then_some((transport, address))
}

/// `<scheme>://<rest>` with the scheme lowered, by RFC 3986, section 3.1.
fn split_scheme(url: &str) -> Option<(String, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    let mut bytes = scheme.bytes();
    let named = bytes.next()?.is_ascii_alphabetic()
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    named.then(|| (scheme.to_ascii_lowercase(), rest))
}

fn network(scheme: &str, rest: &str) -> String {
    let mut rest = without_user(rest);
    // git's own transports have no query: `?` and `#` are part of the path.
    let is_gits = matches!(scheme, "ssh" | "git+ssh" | "ssh+git" | "git");
    if !is_gits && let Some(query) = rest.find(['?', '#']) {
        rest = &rest[..query];
    }
    let (authority, path) = split_slash(rest);
    let (host, port) = split_port(authority);
    let default = match scheme {
        "ssh" | "git+ssh" | "ssh+git" => "22",
        "https" => "443",
        "http" => "80",
        "git" => "9418",
        _ => "",
    };
    join(host, port.filter(|port| *port != default), path)
}

/// The text before the first slash, and the text after it.
fn split_slash(text: &str) -> (&str, &str) {
    match text.split_once('/') {
        Some(parts) => parts,
        None => (text, ""),
    }
}

/// Start of the text after the last `@`; 0 if there is none.
fn after_at(text: &str) -> usize {
    match text.rfind('@') {
        Some(at) => at + 1,
        None => 0,
    }
}

/// Drops user and password. An unencoded password may hold `@`, `?` and `#`; if the text after the
/// colon cannot be a port, it may hold `/` as well.
fn without_user(rest: &str) -> &str {
    let (authority, _) = split_slash(rest);
    let user = after_at(authority);
    let host = &authority[user..];
    if !host.starts_with('[')
        && let Some((_, port)) = host.split_once(':')
        && !is_number(port)
    {
        // The seeming host is the user, and the password goes on after a slash.
        let end = rest.rfind('@').map_or(user, |at| at + 1);
        return &rest[end..];
    }
    &rest[user..]
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Host and port of `host:port` and `[v6]:port`. A text that is not a number is not a port, and may
/// be a password: it is dropped.
fn split_port(authority: &str) -> (&str, Option<&str>) {
    // The colons of an address in brackets are its own.
    let bracket = match authority.find(']') {
        Some(end) if authority.starts_with('[') => end + 1,
        _ => 0,
    };
    let Some(colon) = authority[bracket..].find(':') else {
        return (authority, None);
    };
    let (host, port) = authority.split_at(bracket + colon);
    // `:022` is the same port as `:22`.
    let port = port[1..].trim_start_matches('0');
    if port.is_empty() || !is_number(port) {
        return (host, None);
    }
    (host, Some(port))
}

/// `[user@]host:path`, with a colon before the first slash; also git's `[user@host:port]:path`.
fn scp_like(url: &str) -> Option<String> {
    let (segment, _) = split_slash(url);
    let colon = segment.find(':')?;
    if is_drive(url) {
        return None;
    }
    let rest = &url[scp_user(url, segment, colon)..];
    let Some(inner) = rest.strip_prefix('[') else {
        return Some(match rest.split_once([':', '/']) {
            Some((host, path)) => join(host, None, path),
            None => join(rest, None, ""),
        });
    };
    let (inside, path) = inner.split_once(']')?;
    let path = match path.strip_prefix(':') {
        Some(after) => after,
        None => path,
    };
    let inside = &inside[after_at(inside)..];
    if inside.matches(':').count() > 1 {
        return Some(join(&format!("[{inside}]"), None, path));
    }
    let (host, port) = split_port(inside);
    Some(join(host, port.filter(|port| *port != "22"), path))
}

/// Length of user and password in an scp-like URL, in bytes. `segment` ends before the first slash,
/// and `colon` is the place of its first colon.
fn scp_user(url: &str, segment: &str, colon: usize) -> usize {
    if url.starts_with('[') {
        return 0;
    }
    let Some(last) = segment.rfind('@') else {
        return 0;
    };
    let is_before = last < colon;
    // A colon before the last `@`: a password, unless git can only read a path that begins with
    // `@` or holds one.
    let has_password = segment[last..].contains(':') || segment.find('@') > Some(colon + 1);
    if is_before || has_password {
        return last + 1;
    }
    after_at(&segment[..colon])
}

fn file_path(rest: &str) -> String {
    let (authority, path) = match rest.find('/') {
        Some(slash) => rest.split_at(slash),
        None => (rest, ""),
    };
    let host = authority[after_at(authority)..].to_lowercase();
    match path.strip_prefix('/') {
        Some(drive) if is_drive(drive) => local_path(drive),
        _ if host.is_empty() || host == "localhost" => local_path(path),
        _ => format!("//{host}{}", trim_path(path)),
    }
}

fn local_path(path: &str) -> String {
    let trimmed = trim_path(path);
    match trimmed {
        "" if path.starts_with('/') => "/".to_owned(),
        _ if is_drive(path) => trimmed.replace('\\', "/"),
        _ => trimmed.to_owned(),
    }
}

/// `C:\` or `C:/`: a Windows path, no host of one letter.
fn is_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
}

fn trim_path(path: &str) -> &str {
    // Servers serve a repository under both names; `a/.git` is the repository of the folder `a`.
    let path = path.trim_end_matches('/');
    match path.strip_suffix(".git") {
        Some(bare) => bare.trim_end_matches('/'),
        None => path,
    }
}

fn join(host: &str, port: Option<&str>, path: &str) -> String {
    // To DNS, `host.` and `HOST` are the same as `host`.
    let mut name = host.trim_end_matches('.').to_lowercase();
    if let Some(port) = port {
        name.push(':');
        name.push_str(port);
    }
    let path = trim_path(path).trim_start_matches('/');
    if !path.is_empty() {
        name.push('/');
        name.push_str(path);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn any_number_of_transports_is_read() {
        let long = format!("{}https://host.org/a", "x::".repeat(1 << 18));
        assert_eq!(normalise_remote(&long), "host.org/a");
    }

    #[test]
    fn spellings_of_one_remote_are_one_name() {
        let table: &[(&str, &[&str])] = &[
            (
                "host.org/a/b",
                &[
                    "https://host.org/a/b",
                    "https://host.org/a/b.git",
                    "https://HOST.org/a/b.git/",
                    "http://host.org:80/a/b",
                    "https://host.org:443/a/b//",
                    "https://host.org:0443/a/b",
                    "https://host.org:/a/b",
                    "https://me@host.org/a/b",
                    "https://me:pw@host.org/a/b.git",
                    "https://me:p@w:x@host.org/a/b.git",
                    "https://me:p/w@host.org/a/b",
                    "https://me:p?w#x@host.org/a/b",
                    "https://host.org/a/b.git?token=1#x",
                    "ssh://git@host.org/a/b.git",
                    "ssh://git@host.org:22/a/b",
                    "git+ssh://host.org/a/b",
                    "ssh+git://host.org/a/b",
                    "git://host.org/a/b.git",
                    "git://host.org:9418/a/b",
                    "git@host.org:a/b.git",
                    "host.org:a/b",
                    "git@host.org:/a/b",
                    "me@corp.org@host.org:a/b",
                    "me:pw@host.org:a/b",
                    "me:p@w@host.org:a/b",
                    "me:pw@host.org/a/b",
                    "[git@host.org:22]:a/b",
                    " host.org:a/b\n",
                    "SSH://host.org/a/b",
                    "https://host.org./a/b",
                    "https::https://me:pw@host.org/a/b",
                ],
            ),
            (
                "host:2222/a",
                &[
                    "ssh://host:2222/a.git",
                    "ssh://me@HOST:2222/a/",
                    "[host:2222]:a",
                    "https://host:2222/a",
                ],
            ),
            ("host:443/a", &["ssh://host:443/a", "http://host:443/a"]),
            (
                "[::1]/a/b",
                &[
                    "ssh://[::1]/a/b",
                    "https://me:pw@[::1]:443/a/b",
                    "git@[::1]:a/b.git",
                    "[::1]:a/b",
                    "ssh://[::1]:22/a/b",
                ],
            ),
            ("[fe80::1]:8080/a", &["http://[FE80::1]:8080/a.git"]),
            (
                "host/~me/a",
                &["host:~me/a", "ssh://host/~me/a", "me@host:~me/a.git"],
            ),
            (
                "host/@scope/a",
                &[
                    "git@host:@scope/a",
                    "https://host/@scope/a",
                    "host:@scope/a",
                ],
            ),
            ("host/A%20b", &["https://host/A%20b", "git@host:A%20b"]),
            (
                "/srv/x",
                &[
                    "/srv/x",
                    "/srv/x.git",
                    "/srv/x/.git",
                    "file:///srv/x.git",
                    "file://localhost/srv/x/",
                    "FILE:///srv/x",
                ],
            ),
            (
                "//server/x",
                &["file://SERVER/x", "file://me:pw@server/x.git"],
            ),
            ("C:/x/y", &["C:\\x\\y.git", "C:/x/y", "file:///C:/x/y.git"]),
            ("../x", &["../x", "../x.git/"]),
            ("./a:b", &["./a:b"]),
            ("/", &["/", "file:///"]),
            ("ext::ssh", &["ext::ssh -i key me:pw@host %S a"]),
            ("host", &["https://host", "https://host/", "host:"]),
            ("", &["", "https://", "  "]),
        ];
        for (name, spellings) in table {
            for spelling in *spellings {
                assert_eq!(normalise_remote(spelling), *name, "{spelling}");
            }
        }
    }

    fn facts() -> Facts {
        Facts {
            root: b"/srv/x".to_vec(),
            remote: Some("git@host:a/b".into()),
            branch: "main".into(),
            root_commit: Some("1f".into()),
        }
    }

    #[test]
    fn hashes_are_the_contract_s() {
        let identity = Identity::of(&facts());
        assert_eq!(
            identity.repo_hash.to_string(),
            sha256(&[b"/srv/x\0host/a/b\0main"])
        );
        assert_eq!(identity.project_hash, sha256(&[b"/srv/x"])[..16]);
        assert_eq!(identity.project_id, Some(sha256(&[b"host/a/b"])));
        assert_eq!(
            sha256(&[b"abc"]),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        let alone = Identity::of(&Facts {
            remote: None,
            ..facts()
        });
        assert_eq!(
            (alone.repo_hash.to_string(), alone.project_id),
            (sha256(&[b"/srv/x"]), Some(sha256(&[b"1f"])))
        );
        let unborn = Identity::of(&Facts {
            remote: Some(" ".into()),
            root_commit: None,
            ..facts()
        });
        assert_eq!((unborn.remote, unborn.project_id), (None, None));
    }

    #[test]
    fn another_spelling_is_the_same_identity() {
        let other = Facts {
            remote: Some("https://me:pw@HOST:443/a/b.git".into()),
            ..facts()
        };
        assert_eq!(Identity::of(&other), Identity::of(&facts()));
    }

    proptest! {
        #[test]
        fn no_credential_survives(
            scheme in "(https|http|ssh|git\\+ssh|ftp|svn)",
            user in "Q[A-Za-z0-9._%+@-]{0,12}",
            password in "(Q[A-Za-z0-9:@?#%$&!*~+=-]{0,20}|Q[A-Za-z0-9:?#%$&!*~+=/-]{0,20})",
        ) {
            for url in [format!("{scheme}://{user}:{password}@host.org/a/b.git"), format!("{user}:{}@host.org:a/b", password.replace('/', ""))] {
                prop_assert_eq!(normalise_remote(&url), "host.org/a/b", "{}", url);
            }
            let alone = [&scheme, "://", &user, "@host.org/a/b"].concat();
            prop_assert_eq!(normalise_remote(&alone), "host.org/a/b");
        }

        #[test]
        fn any_text_is_taken(text in "\\PC{0,60}", url in "[a-z@:/\\[\\].?#\\\\]{0,30}") {
            prop_assert!(normalise_remote(&text).len() <= text.len() + 8);
            prop_assert!(normalise_remote(&url).len() <= url.len() + 2);
        }
    }
}
