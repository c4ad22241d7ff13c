//! The searched parts of a text, and the weight of an occurrence in each of them.

use git_memory_model::keys;

/// A part of a text that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The title; a record has exactly one.
    Title,
    /// The abstract, if it is not the beginning of the body.
    Description,
    /// The tags and the category.
    Tags,
    /// The pathspecs of the files that it is about.
    Paths,
    /// The text after the front matter.
    Body,
}

struct Row {
    field: Field,
    name: &'static str,
    /// Weight of an occurrence in the field.
    weight: u32,
}

/// In the order of [`Field`]; a field's row is its number in streams.
const ROWS: [Row; 5] = [
    Row {
        field: Field::Title,
        name: keys::TITLE.name,
        weight: keys::TITLE.weight,
    },
    Row {
        field: Field::Description,
        name: keys::DESCRIPTION.name,
        weight: keys::DESCRIPTION.weight,
    },
    Row {
        field: Field::Tags,
        name: keys::TAGS.name,
        weight: keys::TAGS.weight,
    },
    Row {
        field: Field::Paths,
        name: keys::PATHS.name,
        weight: keys::PATHS.weight,
    },
    Row {
        field: Field::Body,
        name: "body",
        weight: 1,
    },
];

impl Field {
    /// Its name, for explanations.
    #[must_use]
    pub fn name(self) -> &'static str {
        ROWS[self.number()].name
    }

    /// Weight of an occurrence.
    pub(crate) fn weight(self) -> u32 {
        ROWS[self.number()].weight
    }

    /// Its number in streams.
    pub(crate) fn number(self) -> usize {
        self as usize
    }

    /// The field with this number.
    pub(crate) fn by_number(number: usize) -> Option<Self> {
        let row = ROWS.get(number)?;
        Some(row.field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_rows() {
        for (number, row) in ROWS.iter().enumerate() {
            assert_eq!(row.field.number(), number);
            assert_eq!(Field::by_number(number), Some(row.field));
        }
        assert_eq!(Field::by_number(ROWS.len()), None);
    }
}
