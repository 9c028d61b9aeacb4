//! "Did you mean".

/// The name in `known` that was probably meant by `typed`, if one is near enough.
pub(crate) fn near<'a>(typed: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|name| (strsim::damerau_levenshtein(typed, name), name))
        .filter(|(distance, name)| *distance <= name.chars().count() / 3)
        .min()
        .map(|(_, name)| name)
}
