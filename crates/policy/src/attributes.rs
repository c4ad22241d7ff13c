//! Finds lines of a `.gitattributes` file below `memory/` that disable the clean filter
//! (gitattributes(5)).

/// The first line (from 1) that takes the filter away from some file, or gives it another one.
#[must_use]
pub fn unfiltered(text: &str) -> Option<u32> {
    let line = text.lines().position(|line| {
        let line = line.trim_start();
        let mut words = line.split_ascii_whitespace().skip(1);
        !line.starts_with('#') && words.any(is_against_us)
    })?;
    // No file that is read has more lines.
    Some(u32::try_from(line + 1).unwrap_or(u32::MAX))
}

fn is_against_us(attribute: &str) -> bool {
    match attribute.strip_prefix("filter=") {
        Some(name) => name != "git-memory",
        None => matches!(attribute, "-filter" | "!filter" | "filter"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_about_the_filter_counts() {
        for (text, expected) in [
            ("* filter=git-memory", None),
            ("*.md text eol=lf\n# * -filter\n*.png binary\n", None),
            ("* text\n* -filter\n", Some(2)),
            ("*.md !filter", Some(1)),
            ("*.md text filter=lfs diff=lfs", Some(1)),
        ] {
            assert_eq!(unfiltered(text), expected, "{text}");
        }
    }
}
