//! Where in a file the fields of its ops stand, from its text alone.
//!
//! The script engine says where code fails, but not where a value of a map was written. This is a lexer for
//! that: it knows texts, comments and brackets, and names what stands in `op(#{ ... })` by paths like `examples[1].rd`.

use std::{collections::BTreeMap, ops::Range};

/// Line and column, from 1.
pub(crate) type Place = (usize, usize);

/// The fields of one `op(#{ ... })`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    /// Where the call stands.
    pub(crate) at: Place,
    /// By path: where the key stands, and which bytes of the text its value takes.
    pub(crate) keys: BTreeMap<String, (Place, Range<usize>)>,
}

enum Frame {
    /// A map with the path of what it is the value of, and the key that is read.
    Map {
        path: String,
        key: Option<(String, Place, usize)>,
    },
    /// An array that is the value of a key.
    Array {
        path: String,
        index: usize,
    },
    Other,
}

/// The calls of `op` in a text, in their order.
pub(crate) fn ops(text: &str) -> Vec<Fields> {
    let mut ops: Vec<Fields> = Vec::new();
    let mut frames: Vec<Frame> = Vec::new();
    let mut lexer = Lexer { text, at: 0, place: (1, 1) };
    // The last two words: `op` and `(` before the map of an op.
    let mut before: [(&str, Place); 2] = [("", (0, 0)); 2];
    while let Some((token, start, place)) = lexer.next() {
        match token {
            "#{" => {
                let path = match frames.last() {
                    Some(Frame::Map { path, key: Some((key, ..)) }) => Some(under(path, key)),
                    Some(Frame::Array { path, index }) => Some(format!("{path}[{index}]")),
                    _ if before[0].0 == "op" && before[1].0 == "(" => {
                        ops.push(Fields { at: before[0].1, ..Fields::default() });
                        Some(String::new())
                    }
                    _ => None,
                };
                frames.push(path.map_or(Frame::Other, |path| Frame::Map { path, key: None }));
            }
            "[" => {
                let path = match frames.last() {
                    Some(Frame::Map { path, key: Some((key, ..)) }) => Some(under(path, key)),
                    _ => None,
                };
                frames.push(path.map_or(Frame::Other, |path| Frame::Array { path, index: 0 }));
            }
            "(" | "{" => frames.push(Frame::Other),
            ")" | "}" | "]" => {
                if let Some(Frame::Map { path, key }) = frames.pop() {
                    keep(&mut ops, &path, key, start);
                }
            }
            "," => match frames.last_mut() {
                Some(Frame::Map { path, key }) => {
                    let (path, key) = (path.clone(), key.take());
                    keep(&mut ops, &path, key, start);
                }
                Some(Frame::Array { index, .. }) => *index += 1,
                _ => {}
            },
            ":" => {
                let (word, at) = before[1];
                if let Some(Frame::Map { key: key @ None, .. }) = frames.last_mut() {
                    *key = Some((word.trim_matches('"').into(), at, start + 1));
                }
            }
            _ => {}
        }
        before = [before[1], (token, place)];
    }
    ops
}

fn under(path: &str, key: &str) -> String {
    if path.is_empty() { key.into() } else { format!("{path}.{key}") }
}

fn keep(ops: &mut [Fields], path: &str, key: Option<(String, Place, usize)>, end: usize) {
    if let (Some(op), Some((key, place, start))) = (ops.last_mut(), key) {
        op.keys.insert(under(path, &key), (place, start..end));
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    place: Place,
}

impl<'t> Lexer<'t> {
    /// The next token that is no white space and no comment, where it begins in bytes, and its place.
    fn next(&mut self) -> Option<(&'t str, usize, Place)> {
        loop {
            let rest = &self.text[self.at..];
            let first = rest.chars().next()?;
            let length = if first.is_whitespace() {
                first.len_utf8()
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                comment(rest)
            } else {
                let length = match first {
                    '"' | '\'' | '`' => quoted(rest, first),
                    '#' if rest.starts_with("#{") => 2,
                    c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                    c => c.len_utf8(),
                };
                let (start, place) = (self.at, self.place);
                self.skip(length);
                return Some((&self.text[start..start + length], start, place));
            };
            self.skip(length);
        }
    }
    fn skip(&mut self, length: usize) {
        for c in self.text[self.at..self.at + length].chars() {
            self.place =
                if c == '\n' { (self.place.0 + 1, 1) } else { (self.place.0, self.place.1 + 1) };
        }
        self.at += length;
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a comment that may have others in it.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let step = if rest.starts_with("/*") {
            depth += 1;
            2
        } else if rest.starts_with("*/") {
            depth -= 1;
            2
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        at += step;
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a text with its marks.
fn quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' if mark != '`' => escaped = true,
            c if c == mark => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"// op(#{ name: "no" })
let shared = #{ a: 1 }; /* op( /* nested */ #{ */
op(#{
  name: "first", "title": "a, b: \"}", // }
  exec: |h| { let m = #{ rd: 1 }; h.rd = [1, 2][0]; },
  examples: [ #{ rd: 1 }, #{ asm: `x
    y`, rd: 2 } ],
});
  op(#{ name: "second" })
"##;

    #[test]
    fn fields_are_found_by_their_paths() {
        let ops = ops(TEXT);
        assert_eq!(ops.iter().map(|op| op.at).collect::<Vec<_>>(), [(3, 1), (9, 3)]);
        let place = |path: &str| ops[0].keys[path].0;
        assert_eq!(place("name"), (4, 3));
        assert_eq!(place("title"), (4, 18));
        assert_eq!(place("exec"), (5, 3));
        assert_eq!(place("examples"), (6, 3));
        assert_eq!(place("examples[0].rd"), (6, 18));
        assert_eq!(place("examples[1].rd"), (7, 9));
        assert!(!ops[0].keys.contains_key("rd"));
        let exec = &TEXT[ops[0].keys["exec"].1.clone()];
        assert_eq!(exec.trim(), "|h| { let m = #{ rd: 1 }; h.rd = [1, 2][0]; }");
        assert_eq!(ops[1].keys["name"].0, (9, 9));
    }

    #[test]
    fn no_text_is_too_strange() {
        for text in ["op(#{", "\"", "/*", "op(#{ a: [ #{ b: ", "}}}]]", "'", "`${", "é: #{", "#"] {
            ops(text);
        }
    }
}
