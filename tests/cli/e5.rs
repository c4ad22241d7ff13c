//! multilingual-e5-small as models are passed on, weights as ONNX and a tokenizer, made of a package
//! that has them in a form of its own: settings, pieces with their scores, a table of characters,
//! the names and places of tensors, and tensors. Matrices have 4 bits a number.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::common::World;
use super::common::tiny_model::{field, node};

/// Bytes of 32 numbers of 4 bits and the scale that they share.
const BLOCK: usize = 18;
/// Names of a layer's matrices, and of its normalizations, in the file and in ONNX.
const MATRICES: [(&str, &str); 6] = [
    ("q", "attention.self.query"),
    ("k", "attention.self.key"),
    ("v", "attention.self.value"),
    ("ao", "attention.output.dense"),
    ("fi", "intermediate.dense"),
    ("fo", "output.dense"),
];
const NORMS: [(&str, &str); 2] = [
    ("aln", "attention.output.LayerNorm"),
    ("oln", "output.LayerNorm"),
];

/// The rest of a file.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn number(&mut self, bytes: usize) -> usize {
        let bytes = self.bytes(bytes).iter().rev();
        bytes.fold(0, |sum, byte| sum << 8 | usize::from(*byte))
    }
}

/// Writes the files of the model, in a folder of its name beside the repository.
pub(crate) fn write_e5(world: &World, packed: &Path) {
    let file = fs::read(packed).unwrap();
    let mut rest = Rest(&file);
    rest.bytes(8);
    let settings: Vec<usize> = (0..9).map(|_| rest.number(4)).collect();
    let [width, layers, heads, inner, ..] = settings[..] else {
        unreachable!()
    };
    let tokenizer = tokenizer(&mut rest);
    rest.bytes(4);
    let table = rest.number(4);
    rest.bytes(table);
    let tensors = Tensors::of(&file, &mut rest);
    let graph = tensors.graph(width, inner, layers);
    let config = json!({ "num_attention_heads": heads }).to_string();
    for (name, content) in [
        ("model.onnx", field(7, &graph)),
        ("tokenizer.json", tokenizer.into_bytes()),
        ("config.json", config.into_bytes()),
    ] {
        world.write(&format!("../multilingual-e5-small/{name}"), content);
    }
}

/// The tokenizer. NFKC and blanks for lines are all that texts in German and English need of the table
/// that brings characters to one form.
fn tokenizer(rest: &mut Rest<'_>) -> String {
    let count = rest.number(4);
    let [begin, end, _, unknown] = [0; 4].map(|_| rest.number(4));
    let length = rest.number(8);
    let ends: Vec<usize> = (0..=count).map(|_| rest.number(4)).collect();
    let scores = (0..count).map(|_| f32::from_le_bytes(*rest.bytes(4).first_chunk().unwrap()));
    let scores: Vec<f32> = scores.collect();
    let text = rest.bytes(length);
    let piece = |nth: usize| str::from_utf8(&text[ends[nth]..ends[nth + 1]]).unwrap();
    let pieces: Vec<_> = (0..count).map(|nth| (piece(nth), scores[nth])).collect();
    let line = json!({"type": "Replace", "pattern": {"String": "\n"}, "content": " "});
    let special = |id: usize| json!({"id": id, "special": true});
    json!({
        "added_tokens": [special(begin), special(end)],
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"}, line]},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
        "post_processor": {"type": "RobertaProcessing",
            "cls": [piece(begin), begin], "sep": [piece(end), end]},
        "model": {"type": "Unigram", "unk_id": unknown, "vocab": pieces},
    })
    .to_string()
}

/// The tensors of a file, by name.
struct Tensors<'a>(Vec<(&'a str, &'a [u8])>);

impl<'a> Tensors<'a> {
    fn of(file: &'a [u8], rest: &mut Rest<'a>) -> Self {
        let count = rest.number(4);
        let one = |_| {
            let length = rest.number(2);
            let name = str::from_utf8(rest.bytes(length)).unwrap();
            rest.bytes(5);
            let [place, length] = [0; 2].map(|_| rest.number(8));
            (name, &file[place..place + length])
        };
        Self((0..count).map(one).collect())
    }

    fn named(&self, name: &str) -> &'a [u8] {
        self.0.iter().find(|it| it.0 == name).unwrap().1
    }

    /// The graph of an ONNX file.
    fn graph(&self, width: usize, inner: usize, layers: usize) -> Vec<u8> {
        let mut graph = rounded(
            "embeddings.word_embeddings.weight",
            self.named("emb.word"),
            width,
        );
        for (name, of) in [("position", "pos"), ("token_type", "type")] {
            let name = format!("embeddings.{name}_embeddings.weight");
            let numbers = self.named(&format!("emb.{of}"));
            graph.extend(tensor(
                &name,
                1,
                &[numbers.len() / 4 / width, width],
                numbers,
            ));
        }
        let mut vector = |name: &str, of: &str| {
            let numbers = self.named(of);
            graph.extend(tensor(name, 1, &[numbers.len() / 4], numbers));
        };
        let mut norm = |name: &str, of: &str| {
            vector(&format!("{name}.weight"), &format!("{of}.w"));
            vector(&format!("{name}.bias"), &format!("{of}.b"));
        };
        norm("embeddings.LayerNorm", "emb.ln");
        for layer in 0..layers {
            for (of, name) in NORMS {
                norm(
                    &format!("encoder.layer.{layer}.{name}"),
                    &format!("l{layer}.{of}"),
                );
            }
        }
        for layer in 0..layers {
            for (of, name) in MATRICES {
                let name = format!("encoder.layer.{layer}.{name}");
                let [bias, matrix, turned, product] =
                    ["bias", "matrix", "turned", "product"].map(|end| format!("{name}.{end}"));
                let biases = self.named(&format!("l{layer}.{of}.b"));
                graph.extend(tensor(&bias, 1, &[biases.len() / 4], biases));
                let inputs = if of == "fo" { inner } else { width };
                graph.extend(rounded(
                    &matrix,
                    self.named(&format!("l{layer}.{of}.w")),
                    inputs,
                ));
                graph.extend(node("Transpose", [&matrix, ""], &turned));
                graph.extend(node("MatMul", ["x", &turned], &product));
                graph.extend(node("Add", [&product, &bias], &name));
            }
        }
        graph
    }
}

/// A matrix in bytes, each row with its scale.
fn rounded(name: &str, packed: &[u8], width: usize) -> Vec<u8> {
    let (mut bytes, mut scales) = (Vec::new(), Vec::new());
    for row in packed.chunks_exact(width / 32 * BLOCK) {
        let row: Vec<f32> = row.chunks_exact(BLOCK).flat_map(unpacked).collect();
        let largest = row
            .iter()
            .fold(f32::MIN_POSITIVE, |most, it| most.max(it.abs()));
        #[allow(clippy::cast_possible_truncation, reason = "of -127 to 127")]
        let byte = |it: &f32| ((it / largest * 127.0).round() as i8).cast_unsigned();
        bytes.extend(row.iter().map(byte));
        scales.extend((largest / 127.0).to_le_bytes());
    }
    let rows = scales.len() / 4;
    let [part, scale] = ["part", "scale"].map(|end| format!("{name}.{end}"));
    [
        tensor(&part, 3, &[rows, width], &bytes),
        tensor(&scale, 1, &[rows, 1], &scales),
        node("Mul", [&part, &scale], name),
    ]
    .concat()
}

/// The numbers of a block: its scale has 16 bits, and the low halves of its bytes come first.
fn unpacked(block: &[u8]) -> Vec<f32> {
    let (scale, bytes) = block.split_first_chunk().unwrap();
    let scale = u32::from(u16::from_le_bytes(*scale));
    // As a number of 32 bits, with another middle of its exponents.
    let wide = f32::from_bits((scale & 0x8000) << 16 | (scale & 0x7fff) << 13);
    let scale = wide * f32::from_bits(0x7780_0000);
    let low = bytes.iter().map(|byte| byte & 15);
    let high = bytes.iter().map(|byte| byte >> 4);
    low.chain(high)
        .map(|half| scale * (f32::from(half) - 8.0))
        .collect()
}

fn tensor(name: &str, kind: u8, dims: &[usize], raw: &[u8]) -> Vec<u8> {
    let mut tensor = Vec::new();
    for dim in dims {
        tensor.push(8);
        tensor.extend(crate::common::tiny_model::varint(*dim));
    }
    tensor.extend([16, kind]);
    tensor.extend(field(8, name.as_bytes()));
    tensor.extend(field(9, raw));
    field(5, &tensor)
}
