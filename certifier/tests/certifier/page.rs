//! Pages are self-contained, and nothing in them is taken for markup.

use certifier::page::{Page, Section, Table};

#[test]
fn texts_are_escaped_and_nothing_is_loaded() {
    let mut table = Table::new(["<a>", "b"]);
    table.rows.push(vec!["</td><script>alert(1)</script>".into(), "12".into()]);
    let section =
        Section { title: "S & T".into(), intro: "\"quoted\"".into(), table, ..Section::default() };
    let page = Page { title: "<T>".into(), summary: vec!["it's".into()], sections: vec![section] };
    let html = page.to_html();
    for part in [
        "<title>&lt;T&gt;</title>",
        "S &amp; T",
        "&quot;quoted&quot;",
        "it&#39;s",
        "&lt;/td&gt;&lt;script&gt;",
        "<td class=\"n\">12</td>",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    for part in ["<script", "http:", "https:", "src=", "@import", "<link"] {
        assert!(!html.contains(part), "{part}");
    }
}
