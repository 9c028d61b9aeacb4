//! Tools that a run may do without, when the user says so.

use crate::failure::{Failure, nearest};
use serde::Serialize;
use std::fmt;
use toolbox::Tool;

/// What the user does without.
pub(crate) struct Without(Vec<Tool>);

/// A part of a run that could not be done.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LeftOut {
    /// Which part.
    pub(crate) what: String,
    /// Why, with the remedy.
    pub(crate) reason: String,
    /// The user wanted it so: it is no failure of the run.
    pub(crate) accepted: bool,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.accepted { "left out" } else { "not run" };
        write!(f, "{how}: {}: {}", self.what, self.reason)
    }
}

impl Without {
    /// Reads the values of `--without`.
    pub(crate) fn parse(names: &[String]) -> Result<Without, Failure> {
        let find = |name: &String| {
            let tool = Tool::all().find(|tool| tool.info().name == name);
            tool.ok_or_else(|| {
                let near = nearest(name, Tool::all().map(|tool| tool.info().name)).join(" or ");
                Failure::NoTool { name: name.clone(), near }
            })
        };
        Ok(Without(names.iter().map(find).collect::<Result<_, _>>()?))
    }
    /// Whether the user does without it.
    pub(crate) fn accepts(&self, tool: Tool) -> bool {
        self.0.contains(&tool)
    }
    /// The first of these tools that is left out or missing.
    pub(crate) fn lacks(&self, tools: &[Tool], what: &str) -> Option<LeftOut> {
        tools.iter().find_map(|&tool| {
            let accepted = self.accepts(tool);
            let reason = if accepted {
                format!("the user does without {}", tool.info().name)
            } else {
                toolbox::find(tool).err()?.to_string()
            };
            Some(LeftOut { what: what.into(), reason, accepted })
        })
    }
}
