//! The tensors and nodes of an ONNX file, as far as a sentence model needs them.
//!
//! The file is a protocol buffer: fields of a number, a type and a value. Names of fields are those
//! of `onnx.proto`. Everything in it may be hostile: lengths are held against the bytes that are
//! there, and nothing is reserved by a number of the file.

use std::collections::HashMap;
use std::ops::Range;

use super::error::Error;
use super::shape::WORD;

/// Longest way through nodes from a value to the tensors that it is made of.
const DEPTH: usize = 8;
/// Numbers of a tensor that are read.
const NUMBERS: usize = 1 << 28;
/// The range of all rows.
const ALL: Range<usize> = 0..usize::MAX;
/// Types of numbers in tensors.
const FLOAT: u64 = 1;
const UINT8: u64 = 2;
const INT8: u64 = 3;
const INT32: u64 = 6;
const INT64: u64 = 7;

/// A tensor, its numbers still in bytes.
#[derive(Clone, Debug, Default)]
struct Tensor<'a> {
    dims: Vec<usize>,
    kind: u64,
    raw: &'a [u8],
    /// Small numbers may be written one after the other instead, each in as many bytes as it needs.
    packed: &'a [u8],
    name: &'a str,
}

/// A step of the computation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node<'a> {
    pub(crate) operator: &'a str,
    pub(crate) inputs: Vec<&'a str>,
    outputs: Vec<&'a str>,
    value: Option<Tensor<'a>>,
}

impl<'a> Node<'a> {
    /// The value that it makes.
    pub(crate) fn output(&self) -> &'a str {
        self.outputs.first().copied().unwrap_or_default()
    }
}

/// Numbers in rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) numbers: Vec<f32>,
}

/// The graph of a model.
#[derive(Debug, Default)]
pub(crate) struct Graph<'a> {
    tensors: HashMap<&'a str, Tensor<'a>>,
    pub(crate) nodes: Vec<Node<'a>>,
    /// Number of the node that makes a value.
    makers: HashMap<&'a str, usize>,
}

impl<'a> Graph<'a> {
    pub(crate) fn read(file: &'a [u8]) -> Result<Self, Error> {
        let mut graph = Self::default();
        let mut has_graph = false;
        each_field(file, |number, value| {
            // `ModelProto.graph`.
            if let (7, Value::Bytes(bytes)) = (number, value) {
                has_graph = true;
                graph.read_graph(bytes)?;
            }
            Ok(())
        })?;
        if !has_graph {
            return Err(Error::Damaged("no graph"));
        }
        for (nth, node) in graph.nodes.iter().enumerate() {
            for output in &node.outputs {
                graph.makers.insert(output, nth);
            }
        }
        Ok(graph)
    }

    fn read_graph(&mut self, bytes: &'a [u8]) -> Result<(), Error> {
        each_field(bytes, |number, value| {
            match (number, value) {
                (1, Value::Bytes(bytes)) => self.nodes.push(node(bytes)?),
                (5, Value::Bytes(bytes)) => {
                    let tensor = tensor(bytes)?;
                    self.tensors.insert(tensor.name, tensor);
                }
                _ => {}
            }
            Ok(())
        })
    }

    /// The node that makes a value.
    pub(crate) fn maker(&self, name: &str) -> Option<&Node<'a>> {
        self.makers.get(name).map(|nth| &self.nodes[*nth])
    }

    /// The one name of a tensor or value that ends like this.
    pub(crate) fn name_ending(&self, end: &str) -> Option<&'a str> {
        let names = self.tensors.keys().chain(self.makers.keys());
        names.copied().find(|name| {
            let start = name.strip_suffix(end);
            start.is_some_and(|start| start.is_empty() || start.ends_with('.'))
        })
    }

    /// The last whole number of a tensor, or of the parts that a node puts together.
    pub(crate) fn last_number(&self, name: &str) -> Option<usize> {
        self.last_number_within(name, DEPTH)
    }

    fn last_number_within(&self, name: &str, depth: usize) -> Option<usize> {
        if let Some(tensor) = self.constant(name) {
            let last = (tensor.kind == INT64).then(|| tensor.raw.last_chunk::<8>())??;
            return usize::try_from(i64::from_le_bytes(*last)).ok();
        }
        let depth = depth.checked_sub(1)?;
        self.last_number_within(self.maker(name)?.inputs.last()?, depth)
    }

    fn constant(&self, name: &str) -> Option<&Tensor<'a>> {
        let made = || self.maker(name)?.value.as_ref();
        self.tensors.get(name).or_else(made)
    }

    /// The numbers of a value that is made of constants only.
    pub(crate) fn matrix(&self, name: &str) -> Result<Matrix, Error> {
        self.matrix_within(name, DEPTH, &ALL)
    }

    /// As [`matrix`](Self::matrix), some rows of it: none behind the last one.
    pub(crate) fn rows(&self, name: &str, rows: &Range<usize>) -> Result<Matrix, Error> {
        self.matrix_within(name, DEPTH, rows)
    }

    fn matrix_within(
        &self,
        name: &str,
        depth: usize,
        rows: &Range<usize>,
    ) -> Result<Matrix, Error> {
        if let Some(tensor) = self.constant(name) {
            return tensor.matrix(rows);
        }
        let unknown = || Error::Form(format!("no tensor '{name}'"));
        let depth = depth.checked_sub(1).ok_or_else(unknown)?;
        let Some(node) = self.maker(name) else {
            return self.quantized(name, depth, rows).ok_or_else(unknown)?;
        };
        let input = |nth: usize| {
            let name = node
                .inputs
                .get(nth)
                .ok_or(Error::Damaged("a node without inputs"))?;
            self.matrix_within(name, depth, rows)
        };
        match node.operator {
            "Cast" | "Identity" => input(0),
            "Transpose" if *rows == ALL => Ok(input(0)?.turned()),
            "Mul" => input(0)?.with(&input(1)?, |a, b| a * b),
            "DequantizeLinear" => {
                let numbers = match node.inputs.get(2) {
                    Some(zero) if !zero.is_empty() => input(0)?.with(&input(2)?, |a, b| a - b)?,
                    _ => input(0)?,
                };
                numbers.with(&input(1)?, |a, b| a * b)
            }
            other => Err(Error::Form(format!("'{name}' is made by {other}"))),
        }
    }

    /// The numbers of a tensor that was rounded to bytes, as tools for that name its parts.
    fn quantized(
        &self,
        name: &str,
        depth: usize,
        rows: &Range<usize>,
    ) -> Option<Result<Matrix, Error>> {
        let part = |end: &str| {
            let name = format!("{name}_{end}");
            let is_there = self.tensors.contains_key(name.as_str());
            is_there.then(|| self.matrix_within(&name, depth, rows))
        };
        let (numbers, scale) = (part("quantized")?, part("scale")?);
        let zero = part("zero_point");
        let joined = || {
            let mut numbers = numbers?;
            if let Some(zero) = zero {
                numbers = numbers.with(&zero?, |a, b| a - b)?;
            }
            numbers.with(&scale?, |a, b| a * b)
        };
        Some(joined())
    }
}

impl Matrix {
    /// The rows after the first ones.
    pub(crate) fn without(mut self, first: usize) -> Self {
        let first = first.min(self.rows);
        self.numbers.drain(..first * self.columns);
        self.rows -= first;
        self
    }

    /// Rows as columns.
    pub(crate) fn turned(&self) -> Self {
        let mut numbers = Vec::with_capacity(self.numbers.len());
        for column in 0..self.columns {
            let rows = self.numbers.chunks_exact(self.columns.max(1));
            numbers.extend(rows.map(|row| row[column]));
        }
        Self {
            rows: self.columns,
            columns: self.rows,
            numbers,
        }
    }

    /// Joins each number with the one of another matrix, which may have one row, one column, or
    /// both, for all.
    fn with(mut self, other: &Self, join: impl Fn(f32, f32) -> f32) -> Result<Self, Error> {
        // A list of scales may be of rows, where it is as long.
        let is_column = other.columns == 1 && other.rows == self.rows;
        let is_row = other.rows == 1 && other.columns == self.columns;
        let is_one = other.numbers.len() == 1;
        if !(is_column || is_row || is_one) {
            return Err(Error::Damaged("tensors of different sizes"));
        }
        let width = self.columns.max(1);
        for (nth, number) in self.numbers.iter_mut().enumerate() {
            let place = match (is_one, is_row) {
                (true, _) => 0,
                (_, true) => nth % width,
                _ => nth / width,
            };
            *number = join(*number, other.numbers[place]);
        }
        Ok(self)
    }
}

impl Tensor<'_> {
    /// Some of its rows; a list is one row, which is there for all.
    #[allow(clippy::cast_precision_loss, reason = "weights are small")]
    fn matrix(&self, rows: &Range<usize>) -> Result<Matrix, Error> {
        let (all, columns) = match self.dims[..] {
            [] => (1, 1),
            [columns] => (1, columns),
            [rows, columns] => (rows, columns),
            _ => return Err(Error::Form(format!("'{}' is no matrix", self.name))),
        };
        let count = all.checked_mul(columns).filter(|count| *count <= NUMBERS);
        let count = count.ok_or(Error::Damaged("a tensor of too many numbers"))?;
        let rows = match all {
            0 | 1 => 0..all,
            _ => rows.start.min(all)..rows.end.min(all),
        };
        let wanted = rows.start * columns..rows.end * columns;
        let missing = || Error::Damaged("a tensor without its numbers");
        let size = match self.kind {
            UINT8 | INT8 => 1,
            _ => WORD,
        };
        let part = || {
            let is_whole = self.raw.len() == count * size;
            let part = self.raw.get(wanted.start * size..wanted.end * size);
            part.filter(|_| is_whole).ok_or_else(missing)
        };
        let numbers: Vec<f32> = match self.kind {
            UINT8 | INT8 | INT32 if !self.packed.is_empty() => {
                let numbers = numbers_of(self.packed)?;
                let is_whole = numbers.len() == count;
                let part = numbers.get(wanted).filter(|_| is_whole);
                part.ok_or_else(missing)?.to_vec()
            }
            FLOAT => words(part()?).map(f32::from_le_bytes).collect(),
            INT32 => words(part()?)
                .map(|it| i32::from_le_bytes(it) as f32)
                .collect(),
            UINT8 => part()?.iter().map(|it| f32::from(*it)).collect(),
            INT8 => part()?
                .iter()
                .map(|it| f32::from(it.cast_signed()))
                .collect(),
            kind => {
                let name = self.name;
                return Err(Error::Form(format!("'{name}' has numbers of type {kind}")));
            }
        };
        if numbers.iter().any(|it| !it.is_finite()) {
            return Err(missing());
        }
        Ok(Matrix {
            rows: rows.len(),
            columns,
            numbers,
        })
    }
}

/// The words of four bytes.
pub(crate) fn words(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> + '_ {
    bytes.as_chunks::<4>().0.iter().copied()
}

fn node(bytes: &[u8]) -> Result<Node<'_>, Error> {
    let mut node = Node::default();
    each_field(bytes, |number, value| {
        match (number, value) {
            (1, Value::Bytes(name)) => node.inputs.push(text(name)?),
            (2, Value::Bytes(name)) => node.outputs.push(text(name)?),
            (4, Value::Bytes(name)) => node.operator = text(name)?,
            // `AttributeProto.t` of a constant.
            (5, Value::Bytes(attribute)) => each_field(attribute, |number, value| {
                if let (5, Value::Bytes(bytes)) = (number, value) {
                    node.value = Some(tensor(bytes)?);
                }
                Ok(())
            })?,
            _ => {}
        }
        Ok(())
    })?;
    Ok(node)
}

fn tensor(bytes: &[u8]) -> Result<Tensor<'_>, Error> {
    let mut tensor = Tensor::default();
    each_field(bytes, |number, value| {
        match (number, value) {
            (1, Value::Number(dim)) => tensor.dims.push(size(dim)?),
            (1, Value::Bytes(mut packed)) => {
                while !packed.is_empty() {
                    tensor.dims.push(size(varint(&mut packed)?)?);
                }
            }
            (2, Value::Number(kind)) => tensor.kind = kind,
            (8, Value::Bytes(name)) => tensor.name = text(name)?,
            // `raw_data`, or `float_data`, packed the same way.
            (4 | 9, Value::Bytes(raw)) => tensor.raw = raw,
            // `int32_data`.
            (5, Value::Bytes(packed)) => tensor.packed = packed,
            (14, Value::Number(1)) => {
                return Err(Error::Form("its numbers are in another file".to_owned()));
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(tensor)
}

/// The numbers of a packed field.
#[allow(clippy::cast_precision_loss, reason = "weights are small")]
fn numbers_of(mut packed: &[u8]) -> Result<Vec<f32>, Error> {
    let mut numbers = Vec::new();
    while !packed.is_empty() {
        // A negative number has the bits of one of 64.
        numbers.push(varint(&mut packed)?.cast_signed() as f32);
    }
    Ok(numbers)
}

fn size(number: u64) -> Result<usize, Error> {
    usize::try_from(number).map_err(|_| Error::Damaged("a tensor of too many numbers"))
}

fn text(bytes: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(bytes).map_err(|_| Error::Damaged("a name that is no text"))
}

/// The value of a field.
enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    Other,
}

/// Calls a function with each field of a message.
fn each_field<'a>(
    mut bytes: &'a [u8],
    mut each: impl FnMut(u64, Value<'a>) -> Result<(), Error>,
) -> Result<(), Error> {
    while !bytes.is_empty() {
        let key = varint(&mut bytes)?;
        let value = match key & 7 {
            0 => Value::Number(varint(&mut bytes)?),
            1 => {
                take(&mut bytes, 8)?;
                Value::Other
            }
            2 => {
                let length = varint(&mut bytes)?;
                Value::Bytes(take(&mut bytes, length)?)
            }
            5 => {
                take(&mut bytes, 4)?;
                Value::Other
            }
            _ => return Err(Error::Damaged("a field of an unknown type")),
        };
        each(key >> 3, value)?;
    }
    Ok(())
}

fn take<'a>(bytes: &mut &'a [u8], length: u64) -> Result<&'a [u8], Error> {
    let length = usize::try_from(length).ok();
    let parts = length.and_then(|length| bytes.split_at_checked(length));
    let (taken, rest) = parts.ok_or(Error::Damaged("it ends too early"))?;
    *bytes = rest;
    Ok(taken)
}

fn varint(bytes: &mut &[u8]) -> Result<u64, Error> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)?[0];
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(Error::Damaged("a number that does not end"))
}
