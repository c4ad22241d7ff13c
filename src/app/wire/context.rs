//! The JSON shapes of what is made for prompts.

use serde::Serialize;

use crate::app::context::Pack;
use crate::domain::budget::{Size, tokens};

/// The answer of `context`.
#[derive(Serialize)]
pub struct PackShape {
    text: String,
    chars: usize,
    lines: usize,
    tokens: usize,
    faults: Vec<String>,
}

impl From<&Pack> for PackShape {
    fn from(pack: &Pack) -> Self {
        let Size { chars, lines, .. } = Size::of(&pack.text);
        let faults = pack.faults.iter().map(ToString::to_string).collect();
        Self { text: pack.text.to_string(), chars, lines, tokens: tokens(&pack.text), faults }
    }
}
