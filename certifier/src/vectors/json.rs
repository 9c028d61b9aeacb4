//! What the JSON formats share: values with their paths.

use serde_json::{Map, Value};

use super::{At, Place, Problem, Records, acvp, text, wycheproof};

/// An object or a list of objects, which no section in brackets is.
pub(super) fn is_json(bytes: &[u8]) -> bool {
    let mut written = bytes.iter().filter(|byte| !byte.is_ascii_whitespace());
    match written.next() {
        Some(b'{') => true,
        Some(b'[') => matches!(written.next(), Some(b'{' | b']')),
        _ => false,
    }
}

pub(super) fn parse(bytes: &[u8]) -> Result<Records, At> {
    let value: Value = serde_json::from_slice(bytes).map_err(|error| {
        let message = error.to_string();
        // The place is told by us.
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        text::at(error.line().max(1), Problem::Json(message))
    })?;
    parse_value(&value)
}

/// The same for what is JSON already.
pub(super) fn parse_value(value: &Value) -> Result<Records, At> {
    let root = Node { value, path: String::new() };
    // ACVP wraps what it sends in a list, with the version in front.
    let set = match value {
        Value::Array(_) => {
            let mut nodes = root.list()?.into_iter();
            let set = nodes.find(|node| node.has("testGroups"));
            set.ok_or_else(|| root.shape("an object with testGroups", "give a whole file of ACVP"))?
        }
        _ => root,
    };
    if set.has("numberOfTests") { wycheproof::parse(&set) } else { acvp::parse(&set) }
}

/// A value and where it is: `testGroups[0].tests[3].msg`.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    value: &'a Value,
    path: String,
}

const CUT: &str = "the file may be cut off or of another kind, fetch it again";

impl<'a> Node<'a> {
    pub(super) fn place(&self) -> Place {
        let path = if self.path.is_empty() { "the file" } else { &self.path };
        Place::Path(path.to_owned())
    }

    pub(super) fn problem(&self, problem: Problem) -> At {
        At { place: self.place(), problem }
    }

    pub(super) fn shape(&self, expected: &'static str, remedy: &'static str) -> At {
        self.problem(Problem::Shape { expected, remedy })
    }

    fn object(&self) -> Result<&'a Map<String, Value>, At> {
        self.value.as_object().ok_or_else(|| self.shape("an object", CUT))
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.value.get(key).is_some()
    }

    pub(super) fn get(&self, key: &'static str) -> Result<Node<'a>, At> {
        let node = |value| Node { value, path: self.below(key) };
        match self.object()?.get(key) {
            Some(value) => Ok(node(value)),
            None => Err(Node { value: self.value, path: self.below(key) }.shape("a value", CUT)),
        }
    }

    fn below(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    pub(super) fn list(&self) -> Result<Vec<Node<'a>>, At> {
        let list = self.value.as_array().ok_or_else(|| self.shape("a list", CUT))?;
        let node = |(at, value)| Node { value, path: format!("{}[{at}]", self.path) };
        Ok(list.iter().enumerate().map(node).collect())
    }

    pub(super) fn text(&self) -> Result<&'a str, At> {
        self.value.as_str().ok_or_else(|| self.shape("a text", CUT))
    }

    pub(super) fn number(&self) -> Result<u32, At> {
        let number = self.value.as_u64().and_then(|number| number.try_into().ok());
        number.ok_or_else(|| self.shape("a number below 2^32", CUT))
    }

    pub(super) fn bytes(&self) -> Result<Vec<u8>, At> {
        let key = self.path.rsplit('.').next().unwrap_or_default();
        text::hex(key, self.text()?).map_err(|problem| self.problem(problem))
    }

    /// The bytes of a key, of which there must be so many.
    pub(super) fn bytes_of(&self, key: &'static str, expected: usize) -> Result<Vec<u8>, At> {
        let node = self.get(key)?;
        let bytes = node.bytes()?;
        if bytes.len() == expected {
            return Ok(bytes);
        }
        let (key, bytes, expected) = (key.to_owned(), bytes.len(), expected.to_string());
        Err(node.problem(Problem::Length { key, bytes, expected }))
    }

    /// No other keys than these are in the object: a misspelt one would be a value that is not used.
    pub(super) fn only(&self, known: &[&'static str]) -> Result<(), At> {
        for key in self.object()?.keys() {
            if !known.contains(&key.as_str()) {
                let node = Node { value: self.value, path: self.below(&text::shown(key)) };
                let (key, expected) = (text::shown(key), known.to_vec());
                return Err(node.problem(Problem::UnknownKey { key, expected }));
            }
        }
        Ok(())
    }
}
