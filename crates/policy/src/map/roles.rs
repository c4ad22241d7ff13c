//! Roles of the captures of a query of tags.

use tree_sitter::Query;

use super::symbols::SymbolKind;

/// Role of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The name of what is defined or used.
    Name,
    /// All of a definition.
    Definition(SymbolKind),
    /// All of a use.
    Use,
    /// All of what has definitions that belong to it, and is not one itself.
    Container,
    /// The name of what a definition belongs to.
    ContainerName,
    /// Something that symbols are not made of: a comment.
    Other,
}

/// The roles of a query's captures, by their index.
pub(crate) fn roles(query: &Query) -> Vec<Role> {
    let mut roles = Vec::new();
    for name in query.capture_names() {
        roles.push(match name.split_once('.') {
            Some(("definition", kind)) => Role::Definition(SymbolKind::of_tag(kind)),
            Some(("reference", _)) => Role::Use,
            Some(("container", "name")) => Role::ContainerName,
            None if *name == "name" => Role::Name,
            None if *name == "container" => Role::Container,
            _ => Role::Other,
        });
    }
    roles
}
