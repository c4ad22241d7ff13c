//! Sentence models of a user: one file a model, in a folder outside of any repository, beside user
//! memory. And the files that a model is made of, wherever they are.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::atomic::{self, Sync};
use super::index::read_exact_at;
use super::tracked::is_nothing;
use super::{Error, Store, walk};
use git_memory_meaning::{Model, Source};
use git_memory_text::limits;

/// End of the names of model files.
const END: &str = ".model";
/// The file with the name of the model that is used.
const USED: &str = "used";
/// Names of the weights in a folder, the best first.
const WEIGHTS: [&str; 6] = [
    "model_int8.onnx",
    "model_quantized.onnx",
    "model.onnx",
    "onnx/model_int8.onnx",
    "onnx/model_quantized.onnx",
    "onnx/model.onnx",
];
/// Names of the tokenizer beside the weights or above them.
const TOKENS: [&str; 2] = ["tokenizer.json", "vocab.txt"];

/// The models of a user.
#[derive(Clone, Debug)]
pub struct ModelStore {
    folder: PathBuf,
}

/// The files that a model is made of.
#[derive(Clone, Debug)]
pub struct GivenModel {
    /// The weights.
    pub weights: Vec<u8>,
    /// The words.
    pub tokens: Vec<u8>,
    /// `config.json`.
    pub config: Option<Vec<u8>>,
    /// `1_Pooling/config.json`.
    pub pooling: Option<Vec<u8>>,
}

/// A model file, read in parts.
#[derive(Debug)]
pub struct ModelFile(File);

impl Source for ModelFile {
    fn length(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    fn read_at(&self, place: u64, bytes: &mut [u8]) -> io::Result<()> {
        read_exact_at(&self.0, bytes, place)
    }
}

impl ModelStore {
    /// The models in a folder, which need not be there.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The names of the models, sorted.
    pub fn names(&self) -> Result<Vec<String>, Error> {
        let names = walk::names(&self.folder)?.into_iter();
        let models = names.filter_map(|name| Some(name.strip_suffix(END)?.to_owned()));
        Ok(models.filter(|name| !name.starts_with('.')).collect())
    }

    /// The name of the model that is used.
    pub fn used(&self) -> Result<Option<String>, Error> {
        let file = self.folder.join(USED);
        match fs::read_to_string(&file) {
            Ok(name) => Ok(Some(name.trim().to_owned())),
            Err(error) if is_nothing(&error) => Ok(None),
            Err(error) => Err(Error::read(&file)(error)),
        }
    }

    /// Uses a model from now on; `None` for none.
    pub fn set_used(&self, name: Option<&str>) -> Result<(), Error> {
        let file = self.folder.join(USED);
        match name {
            Some(name) => atomic::replace(&file, format!("{name}\n").as_bytes(), Sync::Disk),
            None => atomic::remove_if_there(&file),
        }
    }

    /// Opens the file of a model; `None` where there is none.
    pub fn open(&self, name: &str) -> Result<Option<ModelFile>, Error> {
        let path = self.path(name);
        match File::open(&path) {
            Ok(file) => Ok(Some(ModelFile(file))),
            Err(error) if is_nothing(&error) => Ok(None),
            Err(error) => Err(Error::read(&path)(error)),
        }
    }

    /// Size and time of the file of a model; `None` where there is none.
    fn state(&self, name: &str) -> Option<(u64, Option<SystemTime>)> {
        let meta = fs::metadata(self.path(name)).ok()?;
        Some((meta.len(), meta.modified().ok()))
    }

    /// Writes the file of a model; one of the same name is gone.
    pub fn add(&self, name: &str, file: &[u8]) -> Result<PathBuf, Error> {
        let path = self.path(name);
        atomic::replace(&path, file, Sync::Disk)?;
        Ok(path)
    }

    /// Removes a model.
    pub fn remove(&self, name: &str) -> Result<(), Error> {
        atomic::remove_if_there(&self.path(name))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{END}"))
    }
}

impl Store<'_> {
    /// The model of a name as `open` opens it: for the questions of a server once, as long as its file
    /// is the same.
    ///
    /// # Errors
    /// The errors of `open`.
    pub fn model<E>(
        &self,
        models: &ModelStore,
        name: &str,
        open: impl FnOnce() -> Result<Model<ModelFile>, E>,
    ) -> Result<Arc<Model<ModelFile>>, E> {
        let path = models.path(name);
        self.loaded().last((path, models.state(name)), open)
    }
}

/// Reads the files of a model: of a folder, or of the weights' file and those beside it.
pub fn given_model(path: &Path) -> Result<GivenModel, Error> {
    let is_folder = fs::metadata(path).map_err(Error::read(path))?.is_dir();
    let weights = if is_folder {
        let found = first(&[path], &WEIGHTS)?;
        found.ok_or_else(|| unreadable(path, "has no weights: model.onnx"))?
    } else {
        path.to_owned()
    };
    let beside = weights.parent().unwrap_or(path);
    // Weights often have a folder of their own.
    let above = beside.parent().unwrap_or(beside);
    let folders: &[&Path] = if is_folder {
        &[beside, path]
    } else {
        &[beside, above]
    };
    let tokens = first(folders, &TOKENS)?;
    let tokens = tokens
        .ok_or_else(|| unreadable(&weights, "has no tokenizer.json or vocab.txt beside it"))?;
    let optional = |name: &str| match first(folders, &[name])? {
        Some(file) => Ok::<_, Error>(Some(bytes(&file)?)),
        None => Ok(None),
    };
    Ok(GivenModel {
        tokens: bytes(&tokens)?,
        config: optional("config.json")?,
        pooling: optional("1_Pooling/config.json")?,
        weights: bytes(&weights)?,
    })
}

/// The first of some names that is a file in one of the folders.
fn first(folders: &[&Path], names: &[&str]) -> Result<Option<PathBuf>, Error> {
    for folder in folders {
        for name in names {
            let file = folder.join(name);
            match fs::metadata(&file) {
                Ok(meta) if meta.is_file() => return Ok(Some(file)),
                Err(error) if !is_nothing(&error) => return Err(Error::read(&file)(error)),
                _ => {}
            }
        }
    }
    Ok(None)
}

/// The bytes of a file that is not too large.
fn bytes(file: &Path) -> Result<Vec<u8>, Error> {
    let meta = fs::metadata(file).map_err(Error::read(file))?;
    if !meta.is_file() {
        return Err(unreadable(file, "is not a regular file"));
    }
    if meta.len() > limits::MODEL_BYTES {
        return Err(unreadable(
            file,
            "is larger than 256 MiB, the limit for models",
        ));
    }
    fs::read(file).map_err(Error::read(file))
}

fn unreadable(path: &Path, what: &'static str) -> Error {
    Error::Unreadable {
        path: path.to_owned(),
        what,
    }
}
