//! A call of a tool that can be answered: its arguments are read, and its answer keeps its budget.

use rmcp::model::{CallToolResult, JsonObject};
use serde_json::Value;

use super::answer;
use super::arguments::{Common, TOKENS, coerced, take_common};
use super::tools::Row;
use git_memory_app::advice::MCP;
use git_memory_app::call::Call;
use git_memory_app::records::writer::By;
use git_memory_app::wire::Asked;
use git_memory_app::workspace::{Error, Repositories, Workspace};

/// A call of a tool.
pub(crate) struct Asking {
    pub(crate) row: &'static Row,
    /// The arguments beside those that every tool takes.
    pub(crate) arguments: JsonObject,
    pub(crate) common: Common,
    asked: Asked,
}

/// What a call is answered with.
pub(crate) struct With<'a> {
    /// The writer.
    pub(crate) by: &'a dyn Fn(&Workspace) -> By,
    /// Called with the number of items read, and of all.
    pub(crate) progress: &'a dyn Fn(usize, usize),
    /// Called with each whole answer.
    pub(crate) counted: &'a dyn Fn(&Workspace, &str),
}

impl Asking {
    /// Reads the arguments of a call.
    ///
    /// # Errors
    /// The answer that refuses them.
    pub(crate) fn read(row: &'static Row, arguments: JsonObject) -> Result<Self, CallToolResult> {
        let mut arguments = coerced(arguments, &row.schema());
        let asked = Asked::new(&Value::Object(arguments.clone()));
        match take_common(&mut arguments) {
            Ok(common) => Ok(Self {
                row,
                arguments,
                common,
                asked,
            }),
            Err(error) => Err(answer::failure(&error, &asked, None, TOKENS)),
        }
    }

    /// Asks the repository around the folder that the call names.
    pub(crate) fn answer(&self, repositories: &Repositories, with: &With<'_>) -> CallToolResult {
        let question = Value::Object(self.arguments.clone());
        let ask = |workspace: &Workspace| {
            let call = Call {
                workspace,
                by: with.by,
                wording: MCP,
                progress: with.progress,
            };
            let run = |question: &Value| (self.row.verb.run)(&call, &self.asked, question);
            let counted = |document: &str| (with.counted)(workspace, document);
            answer::within(self.row, &question, &self.common, &run, &counted)
        };
        let failed = |error: &Error, workspace: Option<&Workspace>| {
            answer::failure(error, &self.asked, workspace, self.common.tokens)
        };
        let (folder, writes) = (self.common.folder.as_deref(), self.row.verb.writes);
        match repositories.ask_told(folder, writes, ask, failed) {
            Ok(document) => answer::result(document),
            Err(failed) => failed,
        }
    }

    /// Answers without a repository: `run` gives the document.
    pub(crate) fn answer_by<E: From<Error>>(
        &self,
        run: &dyn Fn(&Value) -> Result<String, E>,
    ) -> Result<CallToolResult, E> {
        let question = Value::Object(self.arguments.clone());
        let document = answer::within(self.row, &question, &self.common, run, &|_| {})?;
        Ok(answer::result(document))
    }

    /// The answer that refuses the call for this reason.
    pub(crate) fn refuse(&self, error: &Error) -> CallToolResult {
        answer::failure(error, &self.asked, None, self.common.tokens)
    }

    /// The answer that refuses the call, for a reason that has a code and words.
    pub(crate) fn refuse_as(&self, code: &str, why: &str) -> CallToolResult {
        answer::refusal((code, why), &self.asked, self.common.tokens)
    }
}
