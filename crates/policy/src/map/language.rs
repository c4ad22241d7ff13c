//! The languages whose symbols can be read: one row each.
//!
//! A row adds what a grammar's own `tags.scm` lacks: uses of types, constants, imports, and the
//! owner of a method (`@container`; `@container.name` if the owner is a part of it).

use std::sync::OnceLock;

use tree_sitter::Query;

/// A language.
pub struct Language {
    /// Its name.
    pub name: &'static str,
    /// Endings of the names of its files, without the dot.
    endings: &'static [&'static str],
    pub(crate) grammar: fn() -> tree_sitter::Language,
    /// Which nodes define and use names, in the query language of tree-sitter.
    tags: &'static [&'static str],
    query: OnceLock<Option<Query>>,
}

const fn row(
    name: &'static str,
    endings: &'static [&'static str],
    grammar: fn() -> tree_sitter::Language,
    tags: &'static [&'static str],
) -> Language {
    Language {
        name,
        endings,
        grammar,
        tags,
        query: OnceLock::new(),
    }
}

/// Number of built-in languages.
const COUNT: usize = 9;

static LANGUAGES: [Language; COUNT] = [
    row(
        "rust",
        &["rs"],
        || tree_sitter_rust::LANGUAGE.into(),
        &[tree_sitter_rust::TAGS_QUERY, RUST],
    ),
    row(
        "python",
        &["py", "pyi"],
        || tree_sitter_python::LANGUAGE.into(),
        &[tree_sitter_python::TAGS_QUERY, PYTHON],
    ),
    row(
        "typescript",
        &["ts", "mts", "cts"],
        || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        &[tree_sitter_typescript::TAGS_QUERY, JAVASCRIPT, TYPESCRIPT],
    ),
    // The grammar of TSX reads JavaScript, too, with or without JSX; and TypeScript, but for casts
    // in angle brackets.
    row(
        "javascript",
        &["js", "jsx", "mjs", "cjs", "tsx"],
        || tree_sitter_typescript::LANGUAGE_TSX.into(),
        &[
            tree_sitter_typescript::TAGS_QUERY,
            JAVASCRIPT,
            TYPESCRIPT,
            JSX,
        ],
    ),
    row(
        "go",
        &["go"],
        || tree_sitter_go::LANGUAGE.into(),
        &[tree_sitter_go::TAGS_QUERY, GO],
    ),
    row(
        "java",
        &["java"],
        || tree_sitter_java::LANGUAGE.into(),
        &[tree_sitter_java::TAGS_QUERY, JAVA],
    ),
    row(
        "c",
        &["c"],
        || tree_sitter_c::LANGUAGE.into(),
        &[tree_sitter_c::TAGS_QUERY, C],
    ),
    row(
        "c++",
        // Its grammar reads the headers of C, too; a header's name does not tell them apart.
        &["cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "cu"],
        || tree_sitter_cpp::LANGUAGE.into(),
        &[tree_sitter_cpp::TAGS_QUERY, C, CPP],
    ),
    row(
        "ruby",
        &["rb", "rake"],
        || tree_sitter_ruby::LANGUAGE.into(),
        &[tree_sitter_ruby::TAGS_QUERY],
    ),
];

impl Language {
    /// Every language that was built in.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        LANGUAGES.iter()
    }

    /// The language of a name; `cpp` is C++.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let name = if name == "cpp" { "c++" } else { name };
        LANGUAGES.iter().find(|language| language.name == name)
    }

    /// The language of a file, by its name.
    #[must_use]
    pub fn of_path(path: &str) -> Option<&'static Self> {
        let (stem, ending) = path.rsplit_once('.')?;
        if stem.is_empty() || stem.ends_with('/') {
            return None;
        }
        LANGUAGES
            .iter()
            .find(|language| language.endings.contains(&ending))
    }

    /// True if a module is a file, or the name of one, and not a symbol to look for.
    pub(crate) fn has_file_modules(&self) -> bool {
        self.name == "rust"
    }

    /// Its query; `None` if it does not fit the grammar, which a test rules out.
    pub(crate) fn query(&self) -> Option<&Query> {
        let made = self
            .query
            .get_or_init(|| Query::new(&(self.grammar)(), &self.tags.concat()).ok());
        made.as_ref()
    }
}

const RUST: &str = "
(source_file (const_item name: (identifier) @name) @definition.constant)
(source_file (static_item name: (identifier) @name) @definition.constant)
(declaration_list (const_item name: (identifier) @name) @definition.constant)
(declaration_list (function_signature_item name: (identifier) @name) @definition.method)
(impl_item type: [
  (type_identifier) @container.name
  (generic_type type: (type_identifier) @container.name)
  (scoped_type_identifier name: (type_identifier) @container.name)
]) @container
(type_identifier) @name @reference.type
(call_expression function: (scoped_identifier name: (identifier) @name)) @reference.call
(call_expression
  function: (generic_function function: (identifier) @name)) @reference.call
(use_declaration argument: (scoped_identifier name: (identifier) @name)) @reference.import
(use_list (identifier) @name @reference.import)
";

const PYTHON: &str = "
(type (identifier) @name @reference.type)
(class_definition superclasses: (argument_list (identifier) @name @reference.class))
(import_from_statement name: (dotted_name (identifier) @name @reference.import))
(import_from_statement
  name: (aliased_import name: (dotted_name (identifier) @name @reference.import)))
(decorator (identifier) @name @reference.call)
";

const JAVASCRIPT: &str = "
(class_declaration name: (_) @name) @definition.class
(class_body (method_definition name: (property_identifier) @name) @definition.method)
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression)]) @definition.function
(assignment_expression
  left: (member_expression property: (property_identifier) @name)
  right: [(arrow_function) (function_expression)]) @definition.function
(export_statement
  declaration: (lexical_declaration
    (variable_declarator name: (identifier) @name) @definition.constant))
(call_expression function: (identifier) @name) @reference.call
(call_expression
  function: (member_expression property: (property_identifier) @name)) @reference.call
(import_specifier name: (identifier) @name) @reference.import
(import_clause (identifier) @name @reference.import)
";

const TYPESCRIPT: &str = "
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name) @definition.class
(type_identifier) @name @reference.type
(class_heritage (extends_clause (identifier) @name @reference.class))
";

const JSX: &str = "
(jsx_opening_element name: (identifier) @name @reference.call)
(jsx_self_closing_element name: (identifier) @name @reference.call)
";

const GO: &str = "
(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.constant))
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @container.name
    (pointer_type (type_identifier) @container.name)
    (pointer_type (generic_type type: (type_identifier) @container.name))
    (generic_type type: (type_identifier) @container.name)
  ]))
  name: (field_identifier) @name) @definition.method
(selector_expression operand: (identifier) field: (field_identifier) @name) @reference.call
";

const JAVA: &str = "
(enum_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(annotation_type_declaration name: (identifier) @name) @definition.interface
(type_identifier) @name @reference.type
(import_declaration (scoped_identifier name: (identifier) @name)) @reference.import
(marker_annotation name: (identifier) @name) @reference.type
(annotation name: (identifier) @name) @reference.type
";

const C: &str = "
(preproc_function_def name: (identifier) @name) @definition.macro
(call_expression function: (identifier) @name) @reference.call
(type_identifier) @name @reference.type
(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator (function_declarator declarator: (identifier) @name))
  ]) @definition.function
";

const CPP: &str = "
(namespace_definition name: (namespace_identifier) @name) @definition.module
(call_expression function: (field_expression field: (field_identifier) @name)) @reference.call
(call_expression function: (qualified_identifier name: (identifier) @name)) @reference.call
(function_definition declarator: (function_declarator
  declarator: (qualified_identifier
    scope: (namespace_identifier) @container.name
    name: (identifier) @name))) @definition.method
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_query_fits_its_grammar() {
        for language in Language::all() {
            let query = Query::new(&(language.grammar)(), &language.tags.concat());
            assert!(query.is_ok(), "{}: {query:?}", language.name);
        }
    }

    #[test]
    fn a_name_tells_the_language() {
        let name = |path: &str| Language::of_path(path).map(|language| language.name);
        assert_eq!(name("src/a.rs"), Some("rust"));
        assert_eq!(name("a.test.tsx"), Some("javascript"));
        for path in ["rs", ".rs", "src/.py", "a.txt", "a.rs/b", ""] {
            assert_eq!(name(path), None, "{path}");
        }
    }
}
