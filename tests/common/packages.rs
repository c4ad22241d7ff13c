//! Programs of others from their packages of Node and of Python, for tests that run only when they
//! are asked for, as `.ci/run` does: they are installed once, below `target/`, which needs the
//! network.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// Runs an installer with the machine's own environment: it knows which registry to ask.
fn run(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command
        // Nothing that an installer does to the current folder concerns this project.
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Returns the folder that keeps packages between runs.
fn kept(packages: &[&str]) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("packages")
        .join(packages.join("+").replace('/', "-"))
}

/// Held while packages are installed: tests that ask for the same ones run at the same time.
static ONE: Mutex<()> = Mutex::new(());

/// The folder of the programs of some packages of Node (`name@version`), of which one is called
/// `program`; `None` where they cannot be had.
pub fn of_node(packages: &[&str], program: &str) -> Option<PathBuf> {
    if !run("node", &["--version"]) || !run("npm", &["--version"]) {
        return None;
    }
    let _one = ONE.lock();
    let folder = kept(packages);
    std::fs::create_dir_all(&folder).unwrap();
    let programs = folder.join("node_modules/.bin");
    let install = [
        "install",
        "--prefix",
        folder.to_str().unwrap(),
        // A package's own script might install hooks where this test runs: in this project.
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--silent",
    ];
    // Packages of an earlier run are good: a version never changes.
    let is_here = programs.join(program).exists() || run("npm", &[&install[..], packages].concat());
    is_here.then_some(programs)
}

/// The folder of the modules of Python packages (`name==version`), without what these need to run.
pub fn data_of_python(packages: &[&str]) -> Option<PathBuf> {
    let _one = ONE.lock();
    let folder = kept(packages);
    let data = folder.join("data");
    if !data.exists() {
        let part = folder.join("part");
        if !pip(
            &folder,
            &["--no-deps", "--target", part.to_str().unwrap()],
            packages,
        ) {
            return None;
        }
        // Whole, or not there.
        std::fs::rename(part, &data).unwrap();
    }
    Some(data)
}

/// Returns the programs of Python packages (`name==version`).
pub fn of_python(packages: &[&str], program: &str) -> Option<PathBuf> {
    if !run("python3", &["-m", "venv", "--help"]) {
        return None;
    }
    let _one = ONE.lock();
    let folder = kept(packages);
    let programs = folder.join("bin");
    let is_here = programs.join(program).exists() || pip(&folder, &[], packages);
    is_here.then_some(programs)
}

/// Installs Python packages in a virtual environment of a folder.
fn pip(folder: &Path, how: &[&str], packages: &[&str]) -> bool {
    let pip = folder.join("bin/pip");
    let install = ["install", "--quiet", "--disable-pip-version-check"];
    run("python3", &["-m", "venv", folder.to_str().unwrap()])
        && run(
            pip.to_str().unwrap(),
            &[&install[..], how, packages].concat(),
        )
}
