//! The forms in which decision records are written elsewhere.

/// Forms of foreign decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// YAML front matter, or MADR's headings (<https://adr.github.io/madr/>).
    Madr,
    /// A `Status` section, or Nygard's other headings.
    Nygard,
    /// A list of fields or a table as the header, as Rust's RFCs have it.
    Bullets,
    /// Only a place in a series, or the user's request, shows that it is a decision.
    Plain,
}
