//! Texts of several lines as a terminal shows them: wrapped to its width, and Markdown as what it
//! means instead of its marks. A pipe gets none of this.

mod containers;
mod flow;
mod front_matter;
mod left_out;
mod markdown;
mod renderer;
mod table;

pub(crate) use flow::Flow;
pub(crate) use markdown::render;
pub(crate) use renderer::Page;
