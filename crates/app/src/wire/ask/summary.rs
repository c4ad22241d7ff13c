//! Question of `summary append`.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::private::summary::label;
use crate::workspace::Error;
use git_memory_model::private::Status;
use git_memory_model::private::summary::Summary;
use git_memory_text as text;

/// Summary of a step.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryQuestion {
    /// The run that the step belongs to: 1 to 100 printable characters.
    pub run: String,
    /// The step, by the same rule.
    pub step: String,
    /// Name of the agent that did it, by the same rule.
    pub agent: Option<String>,
    /// The step's state: started, ok, failed or retry; ok where it is not given.
    pub status: Option<String>,
    /// The title; the first line of the text where it is not given.
    pub title: Option<String>,
    /// Events of the step.
    pub happened: Option<String>,
    /// Results of the step.
    #[serde(default)]
    pub outputs: Vec<String>,
    /// Open work after the step.
    #[serde(default)]
    pub follow_ups: Vec<String>,
    /// Open follow-ups of earlier steps that are done by now: the text of each, a part of it, or
    /// the id of its step.
    #[serde(default)]
    pub closes: Vec<String>,
    /// More text, before the sections.
    pub body: Option<String>,
}

impl SummaryQuestion {
    /// The use case's request.
    ///
    /// # Errors
    /// [`Error::BadValue`] for an invalid name of a run, step or agent, and for an unknown status.
    pub fn request(self) -> Result<Summary, Error> {
        let agent = match &self.agent {
            Some(agent) => Some(label(agent)?),
            None => None,
        };
        let status = match &self.status {
            Some(name) => step_status(name).map_err(|known| {
                let name = text::visible(name);
                Error::BadValue(format!("invalid status '{name}': {known}"))
            })?,
            None => Status::Ok,
        };
        Ok(Summary {
            run: label(&self.run)?,
            step: label(&self.step)?,
            agent,
            status,
            title: self.title,
            happened: self.happened,
            outputs: self.outputs,
            follow_ups: self.follow_ups,
            closes: self.closes,
            body: self.body,
            time: None,
        })
    }
}

/// The status of a step by its name; the known names as an error for any other.
pub fn step_status(name: &str) -> Result<Status, String> {
    let Some(status) = Status::by_name(name) else {
        let known = Status::ALL.map(Status::name).join(", ");
        return Err(format!("one of: {known}"));
    };
    Ok(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(json: &str) -> Result<Summary, Error> {
        let question: SummaryQuestion = serde_json::from_str(json).unwrap();
        question.request()
    }

    #[test]
    fn a_question_in_json_becomes_a_request() {
        let json = r#"{"run": " r1 ", "step": "build", "agent": "ada", "status": "failed",
            "outputs": ["a", "b"]}"#;
        let summary = asked(json).unwrap();
        assert_eq!(
            (summary.run.as_str(), summary.step.as_str()),
            ("r1", "build")
        );
        assert_eq!(summary.agent.unwrap().as_str(), "ada");
        assert_eq!(summary.status, Status::Failed);
        assert_eq!(summary.outputs, ["a", "b"]);
        assert!(summary.follow_ups.is_empty() && summary.title.is_none());
        let summary = asked(r#"{"run": "r", "step": "s"}"#).unwrap();
        assert_eq!(summary.status, Status::Ok);
    }

    #[test]
    fn what_the_question_does_not_have_is_an_error() {
        for json in [
            r#"{"run": "r"}"#,
            r#"{"run": "r", "step": "s", "follow-ups": []}"#,
            r#"{"run": "r", "step": "s", "outputs": "one"}"#,
        ] {
            assert!(
                serde_json::from_str::<SummaryQuestion>(json).is_err(),
                "{json}"
            );
        }
    }

    #[test]
    fn bad_values_are_refused_in_the_words_that_flags_get() {
        for (json, why) in [
            (
                r#"{"run": "", "step": "s"}"#,
                "invalid name '': 1 to 100 printable characters",
            ),
            (
                r#"{"run": "r", "step": "s", "status": "done"}"#,
                "invalid status 'done': one of: started, ok, failed, retry",
            ),
        ] {
            assert_eq!(asked(json).unwrap_err().to_string(), why);
        }
        for json in [
            r#"{"run": "r", "step": "x\u202ey"}"#,
            r#"{"run": "r", "step": "s", "agent": "a\nb"}"#,
        ] {
            let error = asked(json).unwrap_err().to_string();
            assert!(error.contains("invalid name"), "{error}");
        }
    }
}
