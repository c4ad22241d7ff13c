//! The pages beside those of single records: five areas, each with its own links.

/// A part of the pages, as the header of each names it.
pub(super) struct Area {
    pub(super) title: &'static str,
    /// Its pages; the first is the one that the header leads to.
    pub(super) links: &'static [Link],
}

/// A link to a page.
pub(super) struct Link {
    /// The name of its file.
    pub(super) name: &'static str,
    /// Its title beside the other pages of its area; `None` where the field that searches, or a
    /// button, leads to it.
    pub(super) title: Option<&'static str>,
    /// True if the page is only of this clone.
    pub(super) is_private: bool,
}

/// The area of the records, which their own pages belong to.
const RECORDS: usize = 0;

/// All of them, in the order of the header.
pub(super) const AREAS: [Area; 5] = [
    Area {
        title: "Decisions",
        links: &[
            public("index.html", None),
            public("search.html", None),
            private("write.html", None),
            private("related.html", None),
        ],
    },
    Area {
        title: "Timeline",
        links: &[
            public("timeline.html", Some("By month")),
            public("history.html", Some("By commit")),
        ],
    },
    Area {
        title: "Code",
        links: &[public("map.html", None)],
    },
    Area {
        title: "Review",
        links: &[public(REVIEW, None)],
    },
    Area {
        title: "Activity",
        links: &[private("runs.html", None)],
    },
];

/// The page whose area has a number.
pub(crate) const REVIEW: &str = "review.html";

/// All links of all areas.
pub(super) fn links() -> impl Iterator<Item = &'static Link> {
    AREAS.iter().flat_map(|area| area.links)
}

/// The area of a page; one that no link leads to is a record's, or a further one of their list.
pub(super) fn area_of(name: &str) -> &'static Area {
    let has = |area: &&Area| area.links.iter().any(|link| link.name == name);
    AREAS.iter().find(has).unwrap_or(&AREAS[RECORDS])
}

const fn public(name: &'static str, title: Option<&'static str>) -> Link {
    Link {
        name,
        title,
        is_private: false,
    }
}

const fn private(name: &'static str, title: Option<&'static str>) -> Link {
    Link {
        name,
        title,
        is_private: true,
    }
}
