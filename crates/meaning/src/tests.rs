//! A model of two layers and eight dimensions, written here as tools export one, and held against
//! the same sums made in the plainest way.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "the numbers are small"
)]

use super::{Error, Files, Model, Vector, convert};

const WIDTH: usize = 8;
const INNER: usize = 16;
const HEADS: usize = 2;
const LAYERS: usize = 2;
const WORDS: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nmail\nqueue\n##s\nbuild\nkeep\nwe\n.";
const CONFIG: &[u8] = br#"{"num_attention_heads": 2, "layer_norm_eps": 1e-12}"#;
const POSITIONS: usize = 32;

/// Tensors by name: rows, columns, numbers.
type Tensors = Vec<(String, usize, usize, Vec<f32>)>;

/// Numbers between -1 and 1, the same in each run.
fn noise(state: &mut u32) -> f32 {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (*state >> 8) as f32 / (1 << 23) as f32 - 1.0
}

fn tensors() -> Tensors {
    let mut state = 7;
    let mut all: Tensors = Vec::new();
    let mut add = |name: String, rows: usize, columns: usize, middle: f32| {
        let numbers = (0..rows * columns).map(|_| middle + noise(&mut state) / 2.0);
        all.push((name, rows, columns, numbers.collect()));
    };
    for (part, rows) in [
        ("word", WORDS.lines().count()),
        ("position", POSITIONS),
        ("token_type", 2),
    ] {
        add(
            format!("embeddings.{part}_embeddings.weight"),
            rows,
            WIDTH,
            0.0,
        );
    }
    let mut norms = vec!["embeddings".to_owned()];
    for nth in 0..LAYERS {
        let layer = format!("encoder.layer.{nth}");
        for (part, inputs, outputs) in [
            ("attention.self.query", WIDTH, WIDTH),
            ("attention.self.key", WIDTH, WIDTH),
            ("attention.self.value", WIDTH, WIDTH),
            ("attention.output.dense", WIDTH, WIDTH),
            ("intermediate.dense", WIDTH, INNER),
            ("output.dense", INNER, WIDTH),
        ] {
            add(format!("{layer}.{part}.weight"), inputs, outputs, 0.0);
            add(format!("{layer}.{part}.bias"), 1, outputs, 0.0);
        }
        norms.extend([
            format!("{layer}.attention.output"),
            format!("{layer}.output"),
        ]);
    }
    for norm in norms {
        add(format!("{norm}.LayerNorm.weight"), 1, WIDTH, 1.0);
        add(format!("{norm}.LayerNorm.bias"), 1, WIDTH, 0.0);
    }
    all
}

/// A field of a protocol buffer.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    [&[number << 3 | 2], &varint(bytes.len())[..], bytes].concat()
}

fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7f).unwrap() | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap());
    bytes
}

/// An ONNX file with these tensors, each bias added to a product.
fn onnx(tensors: &Tensors) -> Vec<u8> {
    let mut graph = Vec::new();
    for (name, rows, columns, numbers) in tensors {
        let raw: Vec<u8> = numbers.iter().flat_map(|it| it.to_le_bytes()).collect();
        let dims = if *rows == 1 {
            vec![*columns]
        } else {
            vec![*rows, *columns]
        };
        let mut tensor: Vec<u8> = dims
            .into_iter()
            .flat_map(|it| [vec![8], varint(it)].concat())
            .collect();
        tensor.extend([16, 1]);
        tensor.extend(field(8, name.as_bytes()));
        tensor.extend(field(9, &raw));
        graph.extend(field(5, &tensor));
        if let Some(part) = name
            .strip_suffix(".bias")
            .filter(|it| !it.ends_with("Norm"))
        {
            let weight = format!("{part}.weight");
            for (operator, inputs, output) in [
                ("MatMul", ["x", &weight], "product"),
                ("Add", ["product", name], "sum"),
            ] {
                // Values have names of their own.
                let value = |text: &str| match text {
                    "product" | "sum" => format!("{part}/{text}"),
                    other => other.to_owned(),
                };
                let mut node: Vec<u8> = Vec::new();
                inputs
                    .iter()
                    .for_each(|it| node.extend(field(1, value(it).as_bytes())));
                node.extend(field(2, value(output).as_bytes()));
                node.extend(field(4, operator.as_bytes()));
                graph.extend(field(1, &node));
            }
        }
    }
    field(7, &graph)
}

fn files<'a>(weights: &'a [u8], tokens: &'a [u8]) -> Files<'a> {
    Files {
        name: "tiny",
        weights,
        tokens,
        config: Some(CONFIG),
        pooling: None,
    }
}

fn made() -> Vec<u8> {
    convert(&files(&onnx(&tensors()), WORDS.as_bytes())).unwrap()
}

/// An encoder that makes the sums of a model in the plainest way, and its first place.
struct Plain(Tensors, usize);

impl Plain {
    fn row(&self, name: &str, nth: usize) -> Vec<f64> {
        let found = self.0.iter().find(|it| it.0 == name).unwrap();
        let row = &found.3[nth * found.2..][..found.2];
        row.iter().map(|it| f64::from(*it)).collect()
    }

    fn linear(&self, name: &str, rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let bias = self.row(&format!("{name}.bias"), 0);
        let product = |row: &Vec<f64>| {
            let mut sums = bias.clone();
            for (nth, number) in row.iter().enumerate() {
                let weights = self.row(&format!("{name}.weight"), nth);
                sums.iter_mut()
                    .zip(weights)
                    .for_each(|(sum, it)| *sum += number * it);
            }
            sums
        };
        rows.iter().map(product).collect()
    }

    fn norm(&self, name: &str, row: &[f64], more: &[f64]) -> Vec<f64> {
        let row: Vec<f64> = row.iter().zip(more).map(|(a, b)| a + b).collect();
        let mean = row.iter().sum::<f64>() / row.len() as f64;
        let variance = row.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / row.len() as f64;
        let scales = self.row(&format!("{name}.LayerNorm.weight"), 0);
        let shifts = self.row(&format!("{name}.LayerNorm.bias"), 0);
        let numbers = row.iter().zip(scales).zip(shifts);
        let factor = 1.0 / (variance + 1e-12).sqrt();
        numbers
            .map(|((it, scale), shift)| (it - mean) * factor * scale + shift)
            .collect()
    }

    fn attention(&self, layer: &str, rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let [query, key, value] = ["query", "key", "value"]
            .map(|part| self.linear(&format!("{layer}.attention.self.{part}"), rows));
        let size = WIDTH / HEADS;
        let mut mixed = vec![vec![0.0; WIDTH]; rows.len()];
        for head in (0..WIDTH).step_by(size) {
            for (query, mixed) in query.iter().zip(&mut mixed) {
                let fit = |key: &Vec<f64>| -> f64 {
                    let sum: f64 = (head..head + size).map(|it| query[it] * key[it]).sum();
                    (sum / (size as f64).sqrt()).exp()
                };
                let shares: Vec<f64> = key.iter().map(fit).collect();
                let whole: f64 = shares.iter().sum();
                for (share, value) in shares.iter().zip(&value) {
                    (head..head + size).for_each(|it| mixed[it] += share / whole * value[it]);
                }
            }
        }
        self.linear(&format!("{layer}.attention.output.dense"), &mixed)
    }

    /// The mean of the rows of some pieces after all layers.
    fn vector(&self, pieces: &[usize]) -> Vec<f64> {
        let mut rows = Vec::new();
        for (nth, piece) in pieces.iter().enumerate() {
            let word = self.row("embeddings.word_embeddings.weight", *piece);
            let place = self.row("embeddings.position_embeddings.weight", nth + self.1);
            let kind = self.row("embeddings.token_type_embeddings.weight", 0);
            let more: Vec<f64> = place.iter().zip(kind).map(|(a, b)| a + b).collect();
            rows.push(self.norm("embeddings", &word, &more));
        }
        for nth in 0..LAYERS {
            let layer = format!("encoder.layer.{nth}");
            for (part, more) in [("attention.output", true), ("output", false)] {
                let added = if more {
                    self.attention(&layer, &rows)
                } else {
                    let mut wide = self.linear(&format!("{layer}.intermediate.dense"), &rows);
                    wide.iter_mut().flatten().for_each(|it| *it = gelu(*it));
                    self.linear(&format!("{layer}.output.dense"), &wide)
                };
                for (row, added) in rows.iter_mut().zip(added) {
                    *row = self.norm(&format!("{layer}.{part}"), row, &added);
                }
            }
        }
        (0..WIDTH)
            .map(|it| rows.iter().map(|row| row[it]).sum())
            .collect()
    }
}

/// By the error function's series.
fn gelu(x: f64) -> f64 {
    let t = x / std::f64::consts::SQRT_2;
    let (mut term, mut sum) = (t, t);
    for nth in 1..60 {
        term *= -t * t / f64::from(nth);
        sum += term / f64::from(2 * nth + 1);
    }
    0.5 * x * (1.0 + sum * std::f64::consts::FRAC_2_SQRT_PI)
}

#[test]
fn a_vector_is_that_of_the_plain_sums() {
    let weights = onnx(&tensors());
    for (kind, first) in [("bert", 0), ("xlm-roberta", 2)] {
        let plain = Plain(tensors(), first);
        let config =
            format!(r#"{{"num_attention_heads": 2, "model_type": "{kind}", "pad_token_id": 1}}"#);
        let files = Files {
            config: Some(config.as_bytes()),
            ..files(&weights, WORDS.as_bytes())
        };
        let file = convert(&files).unwrap();
        let model = Model::open(&file[..]).unwrap();
        for (text, pieces) in [
            ("Mail queues.", vec![2, 4, 5, 6, 10, 3]),
            ("we keep builds", vec![2, 9, 8, 7, 6, 3]),
            ("", vec![2, 3]),
        ] {
            let wanted = plain.vector(&pieces);
            let numbers: Vec<f32> = wanted.iter().map(|it| *it as f32).collect();
            let vector = model.question(text).unwrap();
            let cosine = vector.cosine(&Vector::of(&numbers));
            assert!(cosine > 9_990, "{text}: {cosine} {vector:?} {wanted:?}");
        }
    }
}

#[test]
fn a_text_has_one_vector_alone_and_among_others() {
    let file = made();
    let model = Model::open(&file[..]).unwrap();
    let texts: Vec<String> = (0..40).map(|nth| "mail queue ".repeat(nth)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = model.texts(&texts).unwrap();
    assert_eq!(vectors.len(), texts.len());
    for (text, vector) in texts.iter().zip(&vectors) {
        assert_eq!(*vector, model.question(text).unwrap(), "{text}");
    }
    // Only the beginning of a text is read.
    assert_eq!(vectors[30], vectors[39]);
    assert_ne!(vectors[1], vectors[2]);
}

#[test]
fn weights_rounded_by_other_tools_are_read() {
    let mut tensors = tensors();
    let plain = Model::open(&made()[..]).unwrap().question("mail").unwrap();
    // As bytes without a sign, a scale, and the byte for 0.
    let at = tensors
        .iter()
        .position(|it| it.0.contains("word_embeddings"))
        .unwrap();
    let (name, _, _, numbers) = tensors.remove(at);
    let raw: Vec<u8> = numbers
        .iter()
        .map(|it| (it / 0.01 + 128.0).round() as u8)
        .collect();
    let tensor = |end: &str, dims: &[usize], kind: u8, raw: &[u8]| {
        let mut tensor: Vec<u8> = dims
            .iter()
            .flat_map(|it| [vec![8], varint(*it)].concat())
            .collect();
        tensor.extend([16, kind]);
        tensor.extend(field(8, format!("{name}_{end}").as_bytes()));
        tensor.extend(field(9, raw));
        field(5, &tensor)
    };
    let more = [
        tensor("quantized", &[WORDS.lines().count(), WIDTH], 2, &raw),
        tensor("scale", &[], 1, &0.01_f32.to_le_bytes()),
        tensor("zero_point", &[], 2, &[128]),
    ];
    let weights = [onnx(&tensors), field(7, &more.concat())].concat();
    let file = convert(&files(&weights, WORDS.as_bytes())).unwrap();
    let rounded = Model::open(&file[..]).unwrap().question("mail").unwrap();
    assert!(rounded.cosine(&plain) > 9_900, "{}", rounded.cosine(&plain));
}

#[test]
fn damaged_weights_are_refused() {
    let weights = onnx(&tensors());
    for length in (0..weights.len()).step_by(37) {
        assert!(
            convert(&files(&weights[..length], WORDS.as_bytes())).is_err(),
            "{length}"
        );
    }
    // A byte that is another one may give other numbers, and never more than an error.
    for place in (0..weights.len()).step_by(29) {
        for byte in [0, 0x7f, 0xff] {
            let mut weights = weights.clone();
            weights[place] = byte;
            if let Ok(file) = convert(&files(&weights, WORDS.as_bytes())) {
                let _ = Model::open(&file[..]).unwrap().question("mail");
            }
        }
    }
}

#[test]
fn a_damaged_model_file_is_refused() {
    let file = made();
    for place in 0..file.len() {
        let mut damaged = file.clone();
        damaged[place] ^= 0x55;
        let read = Model::open(&damaged[..]).and_then(|model| {
            // All pieces and places, so that every block is read.
            model.question("[PAD] mail queues build keep we.")
        });
        if let Ok(vector) = read {
            // Pieces that the text does not have, and places behind it.
            let whole = Model::open(&file[..]).unwrap();
            assert_eq!(
                vector,
                whole.question("[PAD] mail queues build keep we.").unwrap()
            );
        }
    }
    for length in (0..file.len()).step_by(13) {
        assert!(Model::open(&file[..length]).is_err(), "{length}");
    }
}

#[test]
fn other_files_are_refused_with_a_reason() {
    let weights = onnx(&tensors());
    for (tokens, config, wanted) in [
        (
            r#"{"model": {"type": "BPE", "vocab": []}}"#,
            CONFIG,
            "only WordPiece and Unigram",
        ),
        (
            r#"{"model": {"type": "WordPiece", "vocab": {"a": 1}}}"#,
            CONFIG,
            "[CLS]",
        ),
        ("a\nb", CONFIG, "[CLS]"),
        (WORDS, b"{}", "heads"),
        (WORDS, br#"{"num_attention_heads": 3}"#, "heads"),
        (WORDS, br#"{"num_attention_heads": 0}"#, "heads"),
        (WORDS, br#"{"num_attention_heads": 99999}"#, "too large"),
        (WORDS, b"[", "settings"),
    ] {
        let files = Files {
            config: Some(config),
            ..files(&weights, tokens.as_bytes())
        };
        let error = convert(&files).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
    let more = format!("{WORDS}\nmore\nand more");
    let error = convert(&files(&weights, more.as_bytes())).unwrap_err();
    assert!(matches!(error, Error::Tokens(_)), "{error}");
}
