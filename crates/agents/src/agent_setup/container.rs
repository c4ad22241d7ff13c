//! An object or a list of a JSON text: where it and what it holds begin and end.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::{Token, TokenAndRange};

/// The places of an object or a list in a text, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Container {
    /// Its opening bracket.
    pub(crate) open: usize,
    /// Its closing bracket.
    pub(crate) close: usize,
    /// What it holds, in order: keys with their values, or items.
    pub(crate) items: Vec<Range<usize>>,
    /// The comma behind each of them, where there is one.
    pub(crate) commas: Vec<Option<usize>>,
}

impl Container {
    pub(crate) fn of_object(object: &Object, tokens: &[TokenAndRange]) -> Self {
        let properties = object.properties.iter();
        let items = properties.map(|it| it.range.start..it.range.end).collect();
        Self::new(object.range.start..object.range.end, items, tokens)
    }

    pub(crate) fn of_list(list: &Array, tokens: &[TokenAndRange]) -> Self {
        let elements = list.elements.iter().map(Value::range);
        let items = elements.map(|range| range.start..range.end).collect();
        Self::new(list.range.start..list.range.end, items, tokens)
    }

    fn new(whole: Range<usize>, items: Vec<Range<usize>>, tokens: &[TokenAndRange]) -> Self {
        let mut commas = Vec::new();
        for item in &items {
            let next = tokens.partition_point(|token| token.range.start < item.end);
            commas.push(match tokens.get(next) {
                Some(token) if token.token == Token::Comma => Some(token.range.start),
                _ => None,
            });
        }
        Self {
            open: whole.start,
            // The range ends after the bracket, which is one byte.
            close: whole.end - 1,
            items,
            commas,
        }
    }

    /// What is between the brackets.
    pub(crate) fn inner<'a>(&self, text: &'a str) -> &'a str {
        &text[self.open + 1..self.close]
    }

    /// Whether what it holds begins on a line of its own.
    pub(crate) fn is_spread(&self, text: &str) -> bool {
        match self.items.first() {
            Some(first) => text[self.open..first.start].contains('\n'),
            None => self.inner(text).contains('\n'),
        }
    }

    /// Whether it holds one thing alone, and is set as we set what we make.
    pub(crate) fn is_made_for_one(&self, text: &str) -> bool {
        let [item] = self.items.as_slice() else {
            return false;
        };
        let before = text[self.open + 1..item.start].trim_matches([' ', '\t']);
        let after = &text[item.end..self.close];
        match (before, after.trim_end_matches([' ', '\t'])) {
            ("\n" | "\r\n", "\n" | "\r\n") => true,
            // On one line: what is put into an empty one has spaces around it.
            _ => self.open + 1 == item.start && item.end == self.close,
        }
    }
}
