//! A readable page: titled sections with plots and tables, in one HTML file without outside resources.

use std::fmt::Write as _;

use crate::plot::{self, Plot};

/// A page. All texts are plain; they are escaped when written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The heading.
    pub title: String,
    /// The lines below it.
    pub summary: Vec<String>,
    /// The sections, in order.
    pub sections: Vec<Section>,
}

/// A part of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// A paragraph; none when empty.
    pub intro: String,
    /// Its table; none when the header is empty.
    pub table: Table,
    /// Its plots, above the table.
    pub plots: Vec<Plot>,
}

/// Rows of cells below a header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows. Cells that look like numbers are set to the right.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no rows.
    pub fn new<const N: usize>(header: [&str; N]) -> Table {
        Table { header: header.map(str::to_owned).to_vec(), rows: Vec::new() }
    }
}

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}\
h1{font-size:1.7rem;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2.2rem 0 .4rem;border-bottom:1px solid #d0d7de}\
p{margin:.3rem 0}div{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:.6rem 0}\
th,td{padding:.25rem .7rem;border-bottom:1px solid #e4e8ec;text-align:left;vertical-align:top;overflow-wrap:anywhere}\
th{background:#f3f5f7}td.n{text-align:right;font-variant-numeric:tabular-nums}\
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#14181d}th{background:#20262d}\
th,td,h2{border-color:#333b44}}";

impl Page {
    /// The page as HTML.
    pub fn to_html(&self) -> String {
        let mut html = String::new();
        let title = escape(&self.title);
        let _ = write!(
            html,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>{STYLE}{}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
            plot::STYLE
        );
        for line in &self.summary {
            let _ = writeln!(html, "<p>{}</p>", escape(line));
        }
        for section in &self.sections {
            section.write(&mut html);
        }
        html.push_str("</body>\n</html>\n");
        html
    }
}

impl Section {
    fn write(&self, html: &mut String) {
        let _ = writeln!(html, "<section>\n<h2>{}</h2>", escape(&self.title));
        if !self.intro.is_empty() {
            let _ = writeln!(html, "<p>{}</p>", escape(&self.intro));
        }
        for plot in &self.plots {
            html.push_str(&plot.to_html());
        }
        if !self.table.header.is_empty() {
            html.push_str("<div><table>\n<thead><tr>");
            for name in &self.table.header {
                let _ = write!(html, "<th scope=\"col\">{}</th>", escape(name));
            }
            html.push_str("</tr></thead>\n<tbody>\n");
            for row in &self.table.rows {
                html.push_str("<tr>");
                for cell in row {
                    let class = if is_number(cell) { " class=\"n\"" } else { "" };
                    let _ = write!(html, "<td{class}>{}</td>", escape(cell));
                }
                html.push_str("</tr>\n");
            }
            html.push_str("</tbody>\n</table></div>\n");
        }
        html.push_str("</section>\n");
    }
}

fn is_number(cell: &str) -> bool {
    cell.starts_with(|c: char| c.is_ascii_digit()) && cell.parse::<f64>().is_ok()
}

pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
