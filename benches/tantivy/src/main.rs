//! The same question asked of tantivy, for `benches/recall`: `index <index folder> <folder of records>`, then
//! `search <index folder> <words>...`. It indexes every record as it is and knows nothing of views.

use std::error::Error;
use std::fs;
use std::path::Path;

use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value};
use tantivy::{Index, TantivyDocument, doc};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.get(1..).unwrap_or_default() {
        [command, index, records] if command == "index" => make(Path::new(index), Path::new(records)),
        [command, index, words @ ..] if command == "search" => search(Path::new(index), &words.join(" ")),
        _ => Err("usage: index <index folder> <folder of records> | search <index folder> <words>...".into()),
    }
}

fn schema() -> Schema {
    let stemmed = TextFieldIndexing::default()
        .set_tokenizer("en_stem")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let mut schema = Schema::builder();
    schema.add_text_field("path", STRING | STORED);
    schema.add_text_field("title", TextOptions::default().set_indexing_options(stemmed.clone()));
    schema.add_text_field("body", TextOptions::default().set_indexing_options(stemmed));
    schema.build()
}

fn make(index: &Path, records: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(index)?;
    let schema = schema();
    let field = |name: &str| schema.get_field(name);
    let (path, title, body) = (field("path")?, field("title")?, field("body")?);
    let mut writer = Index::create_in_dir(index, schema.clone())?.writer(50_000_000)?;
    for entry in fs::read_dir(records)? {
        let file = entry?.path();
        let text = fs::read_to_string(&file)?;
        let head = text.lines().find_map(|line| line.strip_prefix("title: ")).unwrap_or_default();
        let rest = text.splitn(3, "---\n").nth(2).unwrap_or(&text);
        writer.add_document(doc!(path => file.to_string_lossy().as_ref(), title => head, body => rest))?;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    Ok(())
}

fn search(index: &Path, words: &str) -> Result<(), Box<dyn Error>> {
    let index = Index::open_in_dir(index)?;
    let schema = index.schema();
    let (title, body, path) = (schema.get_field("title")?, schema.get_field("body")?, schema.get_field("path")?);
    let mut parser = QueryParser::for_index(&index, vec![title, body]);
    parser.set_field_boost(title, 3.0);
    let (query, _) = parser.parse_query_lenient(words);
    let searcher = index.reader()?.searcher();
    for (score, address) in searcher.search(&query, &TopDocs::with_limit(10).order_by_score())? {
        let found: TantivyDocument = searcher.doc(address)?;
        println!("{score:.3} {}", found.get_first(path).and_then(|value| value.as_str()).unwrap_or_default());
    }
    Ok(())
}
