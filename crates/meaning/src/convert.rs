//! Makes a model file of the files that models are passed on in: weights as ONNX, the tokenizer's
//! words, and the settings beside them.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::error::Error;
use super::kernel::woven;
use super::known::Known;
use super::model::Model;
use super::onnx::{Graph, Matrix};
use super::shape::{HEAD, LINE, Pooling, Shape, WORD};
use super::strangers::{STRANGERS, floor_of};
use super::vocabulary::Vocabulary;

/// Longest text of a model that says nothing else.
const LONGEST: usize = 256;
/// Rows of pieces that are read at once.
const ROWS: usize = 4096;
/// Names of a layer's matrices, as they are written, with the value that each is multiplied with.
const MATRICES: [&str; 6] = [
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
];
/// Names of a layer's normalizations.
const NORMS: [&str; 2] = ["attention.output.LayerNorm", "output.LayerNorm"];

/// The files of a model.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// Name of the model, unless it is known by its weights.
    pub name: &'a str,
    /// The weights, as ONNX.
    pub weights: &'a [u8],
    /// The tokenizer: `tokenizer.json`, or `vocab.txt` of a model in lower case.
    pub tokens: &'a [u8],
    /// `config.json`.
    pub config: Option<&'a [u8]>,
    /// `1_Pooling/config.json`.
    pub pooling: Option<&'a [u8]>,
}

/// The settings of a model that its weights do not tell.
#[derive(Default, Deserialize)]
struct Config {
    num_attention_heads: Option<usize>,
    layer_norm_eps: Option<f32>,
    #[serde(default)]
    model_type: String,
    pad_token_id: Option<usize>,
}

impl Config {
    /// Number of places that no text has: some models count them from the number of the piece that
    /// fills up short texts.
    fn skipped(&self) -> usize {
        if self.model_type.ends_with("roberta") {
            self.pad_token_id.unwrap_or(1).saturating_add(1)
        } else {
            0
        }
    }
}

/// How the vector of a text is made.
#[derive(Default, Deserialize)]
struct PoolingConfig {
    #[serde(default)]
    pooling_mode_cls_token: bool,
}

/// The parts of a model that were found in its files.
struct Parts {
    vocabulary: Vocabulary,
    /// A row for each piece: its scale, and its bytes.
    words: Vec<u8>,
    pieces: usize,
    places: Matrix,
    types: Matrix,
    norm: Vec<u8>,
    layers: Vec<Layer>,
    heads: usize,
    epsilon: f32,
    pooling: Pooling,
}

/// Makes the model file of a model.
///
/// # Errors
/// Names the first thing that is not as BERT encoders have it.
pub fn convert(files: &Files<'_>) -> Result<Vec<u8>, Error> {
    let parts = parts(files)?;
    let mut shape = shape(files, &parts)?;
    // A file is large, and there is room for one.
    shape.floor = {
        let file = written(&shape, &parts)?;
        floor(&Model::open(&file[..])?)?
    };
    written(&shape, &parts)
}

/// The floor of a model that is read.
fn floor(model: &Model<&[u8]>) -> Result<i32, Error> {
    let questions: Result<Vec<_>, _> = STRANGERS
        .map(|text| model.question(text))
        .into_iter()
        .collect();
    floor_of(&questions?, &model.texts(&STRANGERS)?)
        .ok_or_else(|| Error::Form("it has one vector for all sentences".to_owned()))
}

/// The bytes of a model file.
fn written(shape: &Shape, parts: &Parts) -> Result<Vec<u8>, Error> {
    let head = serde_json::to_vec(shape).map_err(|_| Error::File("its head is wrong"))?;
    if head.len() > HEAD {
        return Err(Error::File("its head is too long"));
    }
    let mut file = LINE.to_vec();
    file.extend(u32::try_from(head.len()).unwrap_or(u32::MAX).to_le_bytes());
    push(&mut file, &head);
    push(&mut file, &parts.vocabulary.block);
    push(&mut file, &parts.vocabulary.scores);
    push(&mut file, &parts.vocabulary.charsmap);
    push(&mut file, &parts.norm);
    let width = shape.dimensions;
    for row in parts.words.chunks_exact(WORD + width) {
        push(&mut file, row);
    }
    // Texts are of the first type only, so its row is a part of each place's.
    for row in parts.places.numbers.chunks_exact(width) {
        let sums = row.iter().zip(&parts.types.numbers).map(|(a, b)| a + b);
        push(
            &mut file,
            &sums.flat_map(f32::to_le_bytes).collect::<Vec<u8>>(),
        );
    }
    parts
        .layers
        .iter()
        .for_each(|layer| push(&mut file, &layer.block));
    Ok(file)
}

fn parts(files: &Files<'_>) -> Result<Parts, Error> {
    let graph = Graph::read(files.weights)?;
    let vocabulary = Vocabulary::read(files.tokens)?;
    let config: Config = settings(files.config)?;
    let pooling: PoolingConfig = settings(files.pooling)?;
    let (words, width) = word_rows(&graph)?;
    let pieces = words.len() / (WORD + width);
    let [places, types] = [
        named(&graph, "position_embeddings.weight")?,
        named(&graph, "token_type_embeddings.weight")?,
    ];
    if [places.columns, types.columns] != [width; 2] || types.rows == 0 {
        return Err(Error::Damaged("tensors of different sizes"));
    }
    let mut layers: Vec<Layer> = Vec::new();
    while let Some(layer) = layer(&graph, layers.len(), width)? {
        if layers
            .first()
            .is_some_and(|first| first.inner != layer.inner)
        {
            return Err(Error::Damaged("layers of different sizes"));
        }
        layers.push(layer);
    }
    let heads = match config.num_attention_heads {
        Some(heads) => heads,
        None => heads_of(&graph, width)?,
    };
    Ok(Parts {
        norm: norm(&graph, "embeddings.LayerNorm", width)?,
        vocabulary,
        words,
        pieces,
        places: places.without(config.skipped()),
        types,
        layers,
        heads,
        epsilon: config.layer_norm_eps.unwrap_or(1e-12),
        pooling: if pooling.pooling_mode_cls_token {
            Pooling::First
        } else {
            Pooling::Mean
        },
    })
}

/// The head of a model's file.
fn shape(files: &Files<'_>, parts: &Parts) -> Result<Shape, Error> {
    let weights = Sha256::digest(files.weights);
    let known = Known::of(files.name, &hex(&weights));
    let all = Sha256::new()
        .chain_update(weights)
        .chain_update(files.tokens);
    let vocabulary = &parts.vocabulary;
    let shape = Shape {
        name: known.map_or(files.name, |known| known.name).to_owned(),
        licence: known.map_or("", |known| known.licence).to_owned(),
        sum: hex(&all.finalize()[..8]),
        dimensions: parts.places.columns,
        heads: parts.heads,
        layers: parts.layers.len(),
        inner: parts.layers.first().map_or(0, |layer| layer.inner),
        pieces: parts.pieces,
        vocabulary: vocabulary.block.len(),
        scores: vocabulary.scores.len(),
        charsmap: vocabulary.charsmap.len(),
        positions: parts.places.rows,
        longest: known
            .map_or(LONGEST, |known| known.longest)
            .min(parts.places.rows),
        pooling: known.map_or(parts.pooling, |known| known.pooling),
        question: known.map_or("", |known| known.question).to_owned(),
        text: known.map_or("", |known| known.text).to_owned(),
        splitting: vocabulary.splitting.clone(),
        begin: vocabulary.begin,
        end: vocabulary.end,
        unknown: vocabulary.unknown,
        epsilon: parts.epsilon,
        floor: 0,
    };
    shape.check()?;
    if let Some(known) = known
        && (known.dimensions, known.layers) != (shape.dimensions, shape.layers)
    {
        return Err(Error::Form(format!("{} has another size", known.name)));
    }
    // Weights may have some rows more, for a round number of them.
    if vocabulary.count > shape.pieces || vocabulary.count < shape.pieces / 10 * 9 {
        return Err(Error::Tokens(format!(
            "it has {} pieces, and the weights have {}",
            vocabulary.count, shape.pieces
        )));
    }
    Ok(shape)
}

/// Appends a block with its sum.
fn push(file: &mut Vec<u8>, block: &[u8]) {
    file.extend_from_slice(block);
    file.extend(crc32fast::hash(block).to_le_bytes());
}

/// A layer in bytes.
struct Layer {
    block: Vec<u8>,
    inner: usize,
}

/// The layer of a number; `None` after the last one.
fn layer(graph: &Graph<'_>, nth: usize, width: usize) -> Result<Option<Layer>, Error> {
    let name = |part: &str| format!("encoder.layer.{nth}.{part}");
    if graph
        .name_ending(&name("attention.self.query.bias"))
        .is_none()
    {
        return Ok(None);
    }
    let mut block = Vec::new();
    let mut inner = 0;
    for (number, part) in MATRICES.into_iter().enumerate() {
        let bias = named(graph, &name(&format!("{part}.bias")))?;
        // Exports give matrices names of their own, so they are found by what their bias is added to.
        let matrix = multiplied(graph, &name(&format!("{part}.bias")))?.turned();
        if part == "intermediate.dense" {
            inner = matrix.rows;
        }
        let wanted = match number {
            4 => (inner, width),
            5 => (width, inner),
            _ => (width, width),
        };
        let is_fitting = (matrix.rows, matrix.columns) == wanted && bias.numbers.len() == wanted.0;
        if !is_fitting || wanted.1 == 0 {
            return Err(Error::Form(format!("{} has another size", name(part))));
        }
        let rows = matrix.numbers.chunks_exact(matrix.columns).map(rounded);
        let (scales, rows): (Vec<f32>, Vec<Vec<u8>>) = rows.unzip();
        block.extend(scales.into_iter().flat_map(f32::to_le_bytes));
        block.extend(bias.numbers.into_iter().flat_map(f32::to_le_bytes));
        block.extend(woven(&rows, matrix.columns));
    }
    for part in NORMS {
        block.extend(norm(graph, &name(part), width)?);
    }
    Ok(Some(Layer { block, inner }))
}

/// Scale and shift of a normalization.
fn norm(graph: &Graph<'_>, name: &str, width: usize) -> Result<Vec<u8>, Error> {
    let mut block = Vec::new();
    for part in ["weight", "bias"] {
        let numbers = named(graph, &format!("{name}.{part}"))?.numbers;
        if numbers.len() != width {
            return Err(Error::Form(format!("{name} has another size")));
        }
        block.extend(numbers.into_iter().flat_map(f32::to_le_bytes));
    }
    Ok(block)
}

/// The row of each piece, its scale and its bytes, and the length of a row in numbers. There may be
/// many, so they are read some at a time.
fn word_rows(graph: &Graph<'_>) -> Result<(Vec<u8>, usize), Error> {
    let name = tensor(graph, "word_embeddings.weight")?;
    let mut words = Vec::new();
    let mut first = 0;
    loop {
        let some = graph.rows(name, &(first..first + ROWS))?;
        if some.columns == 0 {
            return Err(Error::Damaged("tensors of different sizes"));
        }
        for (scale, bytes) in some.numbers.chunks_exact(some.columns).map(rounded) {
            words.extend(scale.to_le_bytes());
            words.extend(bytes);
        }
        if some.rows < ROWS {
            return Ok((words, some.columns));
        }
        first += ROWS;
    }
}

/// The name of the one tensor whose name ends like this, rounded to bytes or not.
fn tensor<'a>(graph: &Graph<'a>, end: &str) -> Result<&'a str, Error> {
    let rounded = || {
        let name = graph.name_ending(&format!("{end}_quantized"))?;
        name.strip_suffix("_quantized")
    };
    let name = graph.name_ending(end).or_else(rounded);
    name.ok_or_else(|| missing(end))
}

/// The numbers of that tensor.
fn named(graph: &Graph<'_>, end: &str) -> Result<Matrix, Error> {
    graph.matrix(tensor(graph, end)?)
}

/// The matrix whose product a bias is added to, a column for each output.
fn multiplied(graph: &Graph<'_>, bias: &str) -> Result<Matrix, Error> {
    let unknown = || missing(bias);
    let bias = graph.name_ending(bias).ok_or_else(unknown)?;
    let sum = |node: &&super::onnx::Node<'_>| node.operator == "Add" && node.inputs.contains(&bias);
    let added = graph.nodes.iter().find(sum).ok_or_else(unknown)?;
    let mut name = *added
        .inputs
        .iter()
        .find(|name| **name != bias)
        .ok_or_else(unknown)?;
    // A product of bytes is scaled before.
    for _ in 0..3 {
        let node = graph.maker(name).ok_or_else(unknown)?;
        let second = node.inputs.get(1).copied();
        match node.operator {
            "MatMul" => return graph.matrix(second.ok_or_else(unknown)?),
            "MatMulInteger" => {
                let rounded = second.and_then(|name| name.strip_suffix("_quantized"));
                return graph.matrix(rounded.ok_or_else(unknown)?);
            }
            "Mul" | "Cast" => name = node.inputs.first().copied().ok_or_else(unknown)?,
            other => return Err(Error::Form(format!("{bias} is added to {other}"))),
        }
    }
    Err(unknown())
}

/// Number of heads, by the sizes that the first query is cut into.
fn heads_of(graph: &Graph<'_>, width: usize) -> Result<usize, Error> {
    let unknown = || Error::Form("config.json is missing: it has the number of heads".to_owned());
    let bias = graph
        .name_ending("encoder.layer.0.attention.self.query.bias")
        .ok_or_else(unknown)?;
    let uses = |name: &'_ str, operator: &'_ str| {
        let (name, operator) = (name.to_owned(), operator.to_owned());
        let mut nodes = graph.nodes.iter();
        nodes.find(move |it| it.operator == operator && it.inputs.contains(&name.as_str()))
    };
    let added = uses(bias, "Add").ok_or_else(unknown)?;
    let cut = uses(added.output(), "Reshape").ok_or_else(unknown)?;
    let size = cut.inputs.get(1).and_then(|name| graph.last_number(name));
    let size = size.filter(|size| *size > 0 && width.is_multiple_of(*size));
    Ok(width / size.ok_or_else(unknown)?)
}

fn missing(what: &str) -> Error {
    Error::Form(format!("no {what}"))
}

/// A row in bytes, with the scale that makes numbers of them again.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the factor brings every number between -127 and 127"
)]
fn rounded(row: &[f32]) -> (f32, Vec<u8>) {
    let largest = row.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
    let scale = (largest / 127.0).max(f32::MIN_POSITIVE);
    let bytes = row
        .iter()
        .map(|it| ((it / scale).round() as i8).cast_unsigned());
    (scale, bytes.collect())
}

fn settings<T: Default + for<'a> Deserialize<'a>>(file: Option<&[u8]>) -> Result<T, Error> {
    let Some(file) = file else {
        return Ok(T::default());
    };
    serde_json::from_slice(file).map_err(|error| Error::Form(format!("its settings: {error}")))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
