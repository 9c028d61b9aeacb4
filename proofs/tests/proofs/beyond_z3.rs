//! The list of what Z3 alone leaves open is about obligations that exist; a campaign tries the others.

use proofs::{BEYOND_Z3, obligations};

#[test]
fn every_row_is_needed_and_says_why() {
    let ids: Vec<_> = obligations().iter().map(ToString::to_string).collect();
    for row in BEYOND_Z3 {
        assert!(ids.iter().any(|id| id.starts_with(row.ids)), "{row:?} is about nothing");
        let covered = |other: &&proofs::Beyond| *other != row && row.ids.starts_with(other.ids);
        assert!(!BEYOND_Z3.iter().any(|other| covered(&other)), "{row:?} is in another row");
        assert!(!row.why.is_empty(), "{row:?}");
    }
}
