//! A model that is made here: two layers that change nothing, and words whose vectors say which of
//! them mean the same.

/// Numbers of a vector, and of vectors between the steps of a layer.
const WIDTH: usize = 8;
/// Words, each with the direction of its vector; 0 for none.
pub const WORDS: [(&str, usize); 10] = [
    ("[PAD]", 0),
    ("[UNK]", 0),
    ("[CLS]", 0),
    ("[SEP]", 0),
    ("mail", 1),
    ("letters", 1),
    ("builds", 2),
    ("artefacts", 2),
    ("tables", 3),
    ("orders", 3),
];
/// A field of a protocol buffer, of which ONNX files are made.
pub fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    [&[number << 3 | 2], &varint(bytes.len())[..], bytes].concat()
}

/// A number in as many bytes as it needs.
pub fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(u8::try_from(number % 128 + 128).unwrap());
        number /= 128;
    }
    bytes.push(u8::try_from(number).unwrap());
    bytes
}

/// A tensor of numbers.
fn tensor(name: &str, dims: &[usize], number: impl Fn(usize) -> f32) -> Vec<u8> {
    let numbers = (0..dims.iter().product()).flat_map(|nth| number(nth).to_le_bytes());
    let numbers: Vec<u8> = numbers.collect();
    let dims = dims.iter().flat_map(|it| [8, u8::try_from(*it).unwrap()]);
    let mut tensor: Vec<u8> = dims.collect();
    tensor.extend([16, 1]);
    tensor.extend(field(8, name.as_bytes()));
    tensor.extend(field(9, &numbers));
    field(5, &tensor)
}

/// A step of the computation.
pub fn node(operator: &str, inputs: [&str; 2], output: &str) -> Vec<u8> {
    let inputs = inputs.map(|name| field(1, name.as_bytes())).concat();
    let output = field(2, output.as_bytes());
    let operator = field(4, operator.as_bytes());
    field(1, &[inputs, output, operator].concat())
}

/// The weights, as ONNX.
pub fn weights() -> Vec<u8> {
    let direction = |nth: usize| {
        let (_, direction) = WORDS[nth / WIDTH];
        f32::from(direction > 0 && nth % WIDTH == direction)
    };
    let mut graph = tensor(
        "embeddings.word_embeddings.weight",
        &[WORDS.len(), WIDTH],
        direction,
    );
    for part in ["position", "token_type"] {
        let name = format!("embeddings.{part}_embeddings.weight");
        graph.extend(tensor(&name, &[32, WIDTH], |_| 0.0));
    }
    let mut norms = vec!["embeddings".to_owned()];
    for layer in ["encoder.layer.0", "encoder.layer.1"] {
        for part in [
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
            "intermediate.dense",
            "output.dense",
        ] {
            let name = format!("{layer}.{part}");
            let [weight, bias, product] =
                ["weight", "bias", "product"].map(|end| format!("{name}.{end}"));
            graph.extend(tensor(&weight, &[WIDTH, WIDTH], |_| 0.0));
            graph.extend(tensor(&bias, &[WIDTH], |_| 0.0));
            graph.extend(node("MatMul", ["x", &weight], &product));
            graph.extend(node("Add", [&product, &bias], &name));
        }
        norms.extend([
            format!("{layer}.attention.output"),
            format!("{layer}.output"),
        ]);
    }
    for norm in norms {
        graph.extend(tensor(
            &format!("{norm}.LayerNorm.weight"),
            &[WIDTH],
            |_| 1.0,
        ));
        graph.extend(tensor(&format!("{norm}.LayerNorm.bias"), &[WIDTH], |_| 0.0));
    }
    field(7, &graph)
}

/// The words, as a file of a tokenizer.
pub fn tokens() -> String {
    WORDS.map(|(word, _)| word).join("\n")
}

/// The settings.
pub const CONFIG: &str = r#"{"num_attention_heads": 2}"#;
