//! A tar archive whose bytes depend only on the files: POSIX.1-1988 (ustar), with a record of
//! POSIX.1-2001 (pax) before a path that does not fit into a header.

use std::io;

use tar::{Builder, EntryType, Header};

/// The archive of some files, in their order: path and text each.
pub fn tar<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> io::Result<Vec<u8>> {
    let mut archive = Builder::new(Vec::new());
    for (nth, (path, text)) in files.into_iter().enumerate() {
        let mut header = Header::new_ustar();
        if header.set_path(path).is_err() {
            archive.append_pax_extensions([("path", path.as_bytes())])?;
            // For the eyes of readers that do not know pax.
            header.set_path(format!("memory/long-name-{nth}.md"))?;
        }
        header.set_entry_type(EntryType::Regular);
        header.set_mode(0o644);
        header.set_uid(0);
        header.set_gid(0);
        // Equal files give equal bytes, at any time and for any user.
        header.set_mtime(0);
        header.set_size(text.len() as u64);
        header.set_cksum();
        archive.append(&header, text.as_bytes())?;
    }
    archive.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn every_path_comes_back() {
        let long = format!("memory/scopes/{}/decisions/a.md", "x".repeat(140));
        let longest = format!("memory/notes/{}.md", "決".repeat(80));
        let files = [
            ("memory/a.md", "A"),
            (long.as_str(), ""),
            (longest.as_str(), "ü\n"),
        ];
        let bytes = tar(files).unwrap();
        assert_eq!(bytes, tar(files).unwrap());
        let mut archive = tar::Archive::new(bytes.as_slice());
        let back = archive.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            (
                String::from_utf8(entry.path_bytes().into_owned()).unwrap(),
                text,
            )
        });
        let expected = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
        assert_eq!(back.collect::<Vec<_>>(), expected);
    }
}
