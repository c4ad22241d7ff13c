//! Roles of the captures of a query of tags.

use tree_sitter::Query;

use super::symbols::SymbolKind;

/// Role of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The name of the definition or use.
    Name,
    /// All of a definition.
    Definition(SymbolKind),
    /// All of a use.
    Use,
    /// A whole container: definitions belong to it, and it is not a definition.
    Container,
    /// The name of a definition's container.
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
