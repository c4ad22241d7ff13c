//! Answers about sentence models, and about the index that is made with one.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::Text;
use crate::models::{ModelInfo, ModelList, ServerInfo};
use crate::recall::meaning::Vectored;

/// The answer of `model list`.
#[derive(Serialize, JsonSchema)]
pub struct ModelsAnswer<'a> {
    /// The server that searches in this repository use in place of a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    embeddings: Option<ServerItem<'a>>,
    /// The models, by name.
    models: Vec<ModelItem<'a>>,
    /// Reasons why some models cannot be used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Text<'a>>,
}

/// The answer of `model add` and `model use`.
#[derive(Serialize, JsonSchema)]
pub struct ModelAnswer<'a> {
    model: ModelItem<'a>,
}

/// One sentence model.
#[derive(Serialize, JsonSchema)]
struct ModelItem<'a> {
    name: &'a str,
    /// Licence of its weights; empty if it is not known.
    licence: &'a str,
    /// Length of its vectors.
    dimensions: usize,
    /// True if searches use it.
    used: bool,
}

/// The server of `memory.embeddings`.
#[derive(Serialize, JsonSchema)]
struct ServerItem<'a> {
    address: &'a str,
    /// Name of its model; not there while the server has not been asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    /// Length of its vectors.
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

/// The answer of `model remove`.
#[derive(Serialize, JsonSchema)]
pub struct ModelRemovedAnswer<'a> {
    /// Name of the model.
    pub removed: &'a str,
}

/// The answer of `index`.
#[derive(Serialize, JsonSchema)]
pub struct IndexAnswer {
    /// The means of a search from now on, as `recall` answers it.
    retrieval: String,
    /// Number of vectors that were made.
    made: usize,
}

impl<'a> From<&'a ModelInfo> for ModelItem<'a> {
    fn from(model: &'a ModelInfo) -> Self {
        Self {
            name: &model.name,
            licence: &model.licence,
            dimensions: model.dimensions,
            used: model.is_used,
        }
    }
}

impl<'a> From<&'a ServerInfo> for ServerItem<'a> {
    fn from(server: &'a ServerInfo) -> Self {
        let model = server.model.as_ref();
        Self {
            address: &server.address,
            name: model.map(|model| model.name.as_str()),
            dimensions: model.map(|model| model.dimensions),
        }
    }
}

impl<'a> From<&'a ModelInfo> for ModelAnswer<'a> {
    fn from(model: &'a ModelInfo) -> Self {
        let model = model.into();
        Self { model }
    }
}

impl<'a> From<&'a ModelList> for ModelsAnswer<'a> {
    fn from(list: &'a ModelList) -> Self {
        Self {
            embeddings: list.server.as_ref().map(Into::into),
            models: list.models.iter().map(Into::into).collect(),
            faults: Text::list(&list.faults),
        }
    }
}

impl From<&Vectored> for IndexAnswer {
    fn from(done: &Vectored) -> Self {
        Self {
            retrieval: done.retrieval.to_string(),
            made: done.made,
        }
    }
}
