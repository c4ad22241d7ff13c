//! The listing of a bundle inside of another one. Only the listing of a bundle's root may have
//! front matter (section 8 of the specification): on the way out it goes into a comment, and on the
//! way in it comes back from there.

use super::VERSION_KEY;
use git_memory_model::record::front_matter;

const FENCE: &str = "---";
const BEGIN: &str = "<!-- git_memory: front matter";
const END: &str = "-->";

/// A listing that declares a version, with its front matter in a comment; `None` for any other one.
#[must_use]
pub fn enclosed(listing: &str) -> Option<String> {
    let parts = front_matter::split(listing).ok()?;
    let values = front_matter::mapping(listing, &parts).ok()?;
    let yaml = &listing[parts.yaml.clone()];
    if !values.contains_key(VERSION_KEY) || yaml.contains(END) {
        return None;
    }
    let (head, rest) = (&listing[..parts.yaml.start], &listing[parts.yaml.end..]);
    // Front matter may end with dots, too: those could not be restored.
    let rest = rest.strip_prefix(FENCE)?;
    let head = head.replacen(FENCE, BEGIN, 1);
    Some(format!("{head}{yaml}{END}{rest}"))
}

/// The listing that [`enclosed`] gave this text; `None` if it did not.
#[must_use]
pub fn restored(text: &str) -> Option<String> {
    if !front_matter::without_bom(text).starts_with(BEGIN) {
        return None;
    }
    let listing = text.replacen(BEGIN, FENCE, 1).replacen(END, FENCE, 1);
    let is_ours = enclosed(&listing).as_deref() == Some(text);
    is_ours.then_some(listing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_matter_of_a_listing_goes_and_comes_back() {
        let listing = "---\nokf_version: \"0.2\"\n---\n# All\n";
        assert_eq!(
            enclosed(listing).unwrap(),
            "<!-- git_memory: front matter\nokf_version: \"0.2\"\n-->\n# All\n"
        );
        for listing in [
            listing,
            "\u{feff}--- \r\n# x\r\nokf_version: 1\r\n---\r\n# All --> ---\r\n",
            "---\nokf_version: 1\nowner: x\n---",
        ] {
            let text = enclosed(listing).unwrap();
            assert!(front_matter::split(&text).is_err(), "{text}");
            assert_eq!(restored(&text).as_deref(), Some(listing));
        }
    }

    #[test]
    fn other_texts_than_listings_of_bundles_stay() {
        for listing in [
            "# All\n",
            "---\ntitle: x\n---\n# All\n",
            "---\nokf_version: 1\n...\n# All\n",
            "---\nokf_version: \"-->\"\n---\n# All\n",
        ] {
            assert_eq!(enclosed(listing), None, "{listing}");
        }
        for text in [
            "# All\n",
            "<!-- git_memory: front matter\ntitle: x\n-->\n",
            "<!-- git_memory: front matter of 2\nokf_version: 1\n-->\n",
            "<!-- git_memory: front matter\nokf_version: 1\n",
        ] {
            assert_eq!(restored(text), None, "{text}");
        }
    }
}
