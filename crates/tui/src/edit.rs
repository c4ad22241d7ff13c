//! A record in git's editor, as `edit` on the command line has it: nothing is written that the
//! checks refuse, and what was typed is kept.

use git_memory_app::records::edit;
use git_memory_app::records::edited::NewText;
use git_memory_app::wire::Asked;
use git_memory_app::workspace::terminal::{self, EditError};
use git_memory_app::workspace::{At, Repositories, Workspace};
use git_memory_model::record::template::Template;
use git_memory_text::visible_line;

/// Opens a record in the editor, and writes what is left there; says what came of it.
pub(super) fn edit(repositories: &Repositories, id: &str) -> String {
    let asked = Asked::new(&id.into());
    let edited = repositories.ask(None, |workspace| {
        Ok(match edit_in(workspace, id) {
            Ok(told) => told,
            Err(error) => asked.text(Some(workspace), &error.to_string()),
        })
    });
    let told = edited.unwrap_or_else(|error| asked.text(None, &error.to_string()));
    visible_line(&told).into_owned()
}

fn edit_in(workspace: &Workspace, id: &str) -> Result<String, EditError> {
    let at = At::Repository(workspace);
    let opened = edit::open(workspace, id)?;
    let template = Template::of_record(opened.kind(), &opened.text);
    let text = match terminal::edit(at, template.text(), true) {
        Ok(left) => template.read(&left),
        Err(EditError::Editor {
            name,
            left: Some(left),
        }) => return Ok(kept(at, &left, &format!("the editor '{name}' failed"))),
        Err(error) => return Err(error),
    };
    let checked = opened.check(workspace, &text);
    let written =
        checked.and_then(|()| edit::write(workspace, &opened, NewText::Whole(&text), false));
    Ok(match written {
        Ok(edited) if edited.is_changed => format!("wrote '{}'", edited.path),
        Ok(_) => "nothing was changed".to_owned(),
        Err(error) => kept(at, &text, &error.to_string()),
    })
}

/// Keeps a text that exists nowhere else; says why it was not written, and where it is.
fn kept(at: At, text: &str, why: &str) -> String {
    match terminal::keep(at, text) {
        Ok(kept) => format!("{why}; your text is saved in '{}'", kept.path.display()),
        Err(error) => format!("{why}; your text could not be saved: {error}"),
    }
}
