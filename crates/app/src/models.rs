//! Sentence models of a user: added from files that are there already, for all of their
//! repositories. Nothing is downloaded.

use std::path::Path;
use std::sync::Arc;

use crate::workspace::{Error, Invocation, Workspace, open_if_any, settings, user_folders};
use git_memory_meaning::{Files, Model, Source, convert};
use git_memory_store::embeddings::ServedModel;
use git_memory_store::models::{ModelFile, ModelStore, given_model};

/// Characters of a model's name.
const NAME: usize = 64;
/// A sentence model.
#[derive(Clone, Debug)]
pub struct ModelInfo {
    /// Its name.
    pub name: String,
    /// Licence of its weights; empty if it is not known.
    pub licence: String,
    /// Length of its vectors.
    pub dimensions: usize,
    /// True if searches use it.
    pub is_used: bool,
}

/// The server of embeddings that searches in a repository use in place of a model.
#[derive(Clone, Debug)]
pub struct ServerInfo {
    /// Its address.
    pub address: String,
    /// Its model, as it was when the server was asked last; `None` if it was not.
    pub model: Option<ServedModel>,
}

/// Models of a user.
#[derive(Clone, Debug, Default)]
pub struct ModelList {
    /// The server that wins over them here.
    pub server: Option<ServerInfo>,
    /// Every model, by name.
    pub models: Vec<ModelInfo>,
    /// Reasons why some cannot be used, one line each.
    pub faults: Vec<String>,
}

/// Adds the model in a folder, or of a file of weights with a tokenizer beside it, and uses it from
/// now on. One of the same name is replaced.
///
/// # Errors
/// Files that cannot be read, [`Error::Model`], or where it cannot be written.
pub fn add(invocation: &Invocation, given: &Path) -> Result<ModelInfo, Error> {
    let store = user_folders::models(invocation)?;
    let path = invocation.path(given);
    let files = given_model(&path)?;
    let bad = |source| Error::Model {
        path: given.to_owned(),
        source,
    };
    let file = convert(&Files {
        name: &name_of(&path),
        weights: &files.weights,
        tokens: &files.tokens,
        config: files.config.as_deref(),
        pooling: files.pooling.as_deref(),
    })
    .map_err(bad)?;
    let model = Model::open(&file[..]).map_err(bad)?;
    store.add(model.name(), &file)?;
    store.set_used(Some(model.name()))?;
    Ok(info(&model, true))
}

/// Lists the models.
pub fn list(invocation: &Invocation) -> Result<ModelList, Error> {
    let store = user_folders::models(invocation)?;
    let mut list = ModelList::default();
    let used = match server(invocation) {
        Ok(None) => store.used()?,
        Ok(server) => {
            list.server = server;
            None
        }
        Err(error) => {
            list.faults.push(error.to_string());
            None
        }
    };
    for name in store.names()? {
        match opened(&store, &name) {
            Ok(model) => list.models.push(info(&model, used.as_ref() == Some(&name))),
            Err(error) => list.faults.push(error.to_string()),
        }
    }
    Ok(list)
}

/// The server that a person has named for the repository around a folder.
fn server(invocation: &Invocation) -> Result<Option<ServerInfo>, Error> {
    let Some(workspace) = open_if_any(invocation)? else {
        return Ok(None);
    };
    let server = settings::embeddings(&workspace)?;
    Ok(server.map(|server| ServerInfo {
        model: workspace.store().served_model(&server),
        address: server.address().to_string(),
    }))
}

/// Uses a model from now on.
///
/// # Errors
/// [`Error::UnknownModel`], [`Error::Model`], or where that cannot be written.
pub fn choose(invocation: &Invocation, name: &str) -> Result<ModelInfo, Error> {
    let store = user_folders::models(invocation)?;
    let model = opened(&store, &known(&store, name)?)?;
    store.set_used(Some(model.name()))?;
    Ok(info(&model, true))
}

/// Removes a model, and in a repository its vectors there. Where it was used, searches go by words
/// from then on.
///
/// # Errors
/// [`Error::UnknownModel`], or where it cannot be removed.
pub fn remove(invocation: &Invocation, name: &str) -> Result<String, Error> {
    let store = user_folders::models(invocation)?;
    let name = known(&store, name)?;
    // The vectors of a model that cannot be read are those of another one, or of none.
    if let (Ok(model), Some(workspace)) = (opened(&store, &name), open_if_any(invocation)?) {
        workspace.store().remove_vectors(model.sum())?;
    }
    // First, so that no search misses a model that it was told to use.
    if store.used()?.as_ref() == Some(&name) {
        store.set_used(None)?;
    }
    store.remove(&name)?;
    Ok(name)
}

/// True if searches use a model.
pub(crate) fn is_any_used(invocation: &Invocation) -> Result<bool, Error> {
    Ok(chosen(invocation)?.is_some())
}

/// The store of a user, and the name of the model in it that searches use; `None` if there is none.
fn chosen(invocation: &Invocation) -> Result<Option<(ModelStore, String)>, Error> {
    let store = match user_folders::models(invocation) {
        Err(Error::NoHome) => return Ok(None),
        store => store?,
    };
    let name = store.used()?;
    Ok(name.map(|name| (store, name)))
}

/// Opens the model that searches of a user use; `None` if there is none.
///
/// # Errors
/// [`Error::UnknownModel`] if it was taken away, or where it cannot be read.
pub fn of_user(invocation: &Invocation) -> Result<Option<Model<ModelFile>>, Error> {
    match chosen(invocation)? {
        Some((store, name)) => opened(&store, &name).map(Some),
        None => Ok(None),
    }
}

/// The model that searches use; `None` if there is none.
///
/// # Errors
/// [`Error::UnknownModel`] if it was taken away, or where it cannot be read.
pub(crate) fn used(workspace: &Workspace) -> Result<Option<Arc<Model<ModelFile>>>, Error> {
    let Some((store, name)) = chosen(workspace.invocation())? else {
        return Ok(None);
    };
    let open = || opened(&store, &name);
    Ok(Some(workspace.store().model(&store, &name, open)?))
}

/// The error of a model that cannot be used.
pub(crate) fn bad<S: Source>(
    model: &Model<S>,
) -> impl FnOnce(git_memory_meaning::Error) -> Error + use<S> {
    let path = model.name().into();
    move |source| Error::Model { path, source }
}

fn opened(store: &ModelStore, name: &str) -> Result<Model<ModelFile>, Error> {
    let unknown = || Error::UnknownModel(name.to_owned());
    if !is_name(name) {
        return Err(unknown());
    }
    let file = store.open(name)?.ok_or_else(unknown)?;
    Model::open(file).map_err(|source| Error::Model {
        path: name.into(),
        source,
    })
}

/// The name of a model as it is written.
fn known(store: &ModelStore, name: &str) -> Result<String, Error> {
    let mut names = store.names()?.into_iter();
    let found = names.find(|known| known.eq_ignore_ascii_case(name));
    found.ok_or_else(|| Error::UnknownModel(name.to_owned()))
}

fn info<S: Source>(model: &Model<S>, is_used: bool) -> ModelInfo {
    ModelInfo {
        name: model.name().to_owned(),
        licence: model.licence().to_owned(),
        dimensions: model.dimensions(),
        is_used,
    }
}

/// The name of a model that is not known: of its folder, or of its file where that says more than
/// `model.onnx`.
fn name_of(path: &Path) -> String {
    let text = |name: Option<&std::ffi::OsStr>| {
        let name = name.unwrap_or_default().to_string_lossy().into_owned();
        let name = name.trim_end_matches(".onnx").to_owned();
        let is_own = !name.is_empty() && !name.starts_with("model") && name != "onnx";
        is_own.then_some(name)
    };
    let mut folders = path.ancestors().take(3);
    let name = folders.find_map(|folder| text(folder.file_name()));
    let name = name.unwrap_or_else(|| "model".to_owned());
    let plain = |it: char| if is_plain(it) { it } else { '-' };
    let name: String = name.chars().map(plain).take(NAME).collect();
    name.trim_start_matches(['.', '-']).to_owned()
}

fn is_plain(it: char) -> bool {
    it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_')
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_has_the_name_of_its_folder() {
        for (path, name) in [
            ("/a/minilm", "minilm"),
            ("/a/minilm/model.onnx", "minilm"),
            ("/a/bge/onnx/model_quantized.onnx", "bge"),
            ("/a/e5.onnx", "e5"),
            ("/models/a b:c", "a-b-c"),
            ("/", "model"),
        ] {
            assert_eq!(name_of(Path::new(path)), name, "{path}");
            assert!(is_name(name));
        }
        for name in ["", ".x", "../x", "a/b", "a\\b"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
