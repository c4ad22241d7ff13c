//! The pages beside those of single records, in the order of the links to them.

/// A link to a page.
pub(super) struct Link {
    /// The name of its file.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// True if the page is only of this clone.
    pub(super) is_private: bool,
}

/// All of them.
pub(super) const LINKS: [Link; 10] = [
    public("index.html", "Overview"),
    public("search.html", "Search"),
    public("records.html", "Records"),
    public("timeline.html", "Timeline"),
    public("graph.html", "Links"),
    public("map.html", "Map"),
    public("history.html", "History"),
    public("review.html", "Review"),
    private("runs.html", "Runs"),
    private("write.html", "Write"),
];

const fn public(name: &'static str, title: &'static str) -> Link {
    Link {
        name,
        title,
        is_private: false,
    }
}

const fn private(name: &'static str, title: &'static str) -> Link {
    Link {
        name,
        title,
        is_private: true,
    }
}
