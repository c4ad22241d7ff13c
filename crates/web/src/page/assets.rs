//! The files beside the pages: plain CSS and JavaScript, as browsers take them.

/// A file beside the pages.
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    pub(crate) mime_type: &'static str,
    pub(crate) text: &'static str,
}

/// All of them.
pub(crate) const ASSETS: [Asset; 4] = [
    Asset {
        name: "style.css",
        mime_type: "text/css; charset=utf-8",
        text: include_str!("assets/style.css"),
    },
    Asset {
        name: "icon.svg",
        mime_type: "image/svg+xml",
        text: include_str!("assets/icon.svg"),
    },
    Asset {
        name: "page.js",
        mime_type: "text/javascript; charset=utf-8",
        text: include_str!("assets/page.js"),
    },
    Asset {
        name: "search.js",
        mime_type: "text/javascript; charset=utf-8",
        text: include_str!("assets/search.js"),
    },
];
