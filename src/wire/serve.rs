//! The answers of `serve` and `site`.

use schemars::JsonSchema;
use serde::Serialize;

/// Where the server listens.
#[derive(Serialize, JsonSchema)]
pub struct ServeAnswer<'a> {
    /// The address to open, with the token of this run.
    pub address: &'a str,
}

/// What was written.
#[derive(Serialize, JsonSchema)]
pub struct SiteAnswer {
    /// How many files the site has.
    pub files: usize,
}
