//! Plots for pages: SVG that stands in the page, coloured by the page's style, readable without colours.

use std::fmt::Write as _;

use crate::page::escape;

/// A plot.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Horizontal bars from zero.
    Bars(Bars),
    /// Points on two logarithmic axes.
    Points(Points),
}

/// Horizontal bars.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// What it shows.
    pub title: String,
    /// From top to bottom.
    pub bars: Vec<Bar>,
}

/// One of [`Bars`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// Left of it.
    pub label: String,
    /// Its length, not negative.
    pub value: f64,
    /// Behind it.
    pub text: String,
    /// Drawn in the colour of what the others are compared with.
    pub base: bool,
}

/// Points on two logarithmic axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    /// What it shows.
    pub title: String,
    /// The names of the axes, from left to right and from bottom to top.
    pub axes: [String; 2],
    /// The points. The groups, in the order of their names, have a shape each.
    pub points: Vec<Point>,
}

/// One of [`Points`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// What it is; shown when a pointer is on it.
    pub label: String,
    /// What it belongs to.
    pub group: String,
    /// Its place, above zero.
    pub at: [f64; 2],
}

/// What plots need in the style of a page.
pub(crate) const STYLE: &str = "\
figure{margin:.8rem 0;display:inline-block;vertical-align:top;max-width:100%}figcaption{font-weight:600;font-size:.9rem}\
svg{max-width:100%;height:auto}svg text{fill:currentColor;font:12px system-ui,sans-serif}\
.bar,.dot{fill:#0969da}.base{fill:#8b949e}.axis{stroke:currentColor;stroke-opacity:.25}.dot{fill-opacity:.75}\
@media(prefers-color-scheme:dark){.bar,.dot{fill:#58a6ff}.base{fill:#6e7681}}";

/// Widths of a bar chart: of all, of the labels, of the texts behind bars.
const WIDTH: f64 = 540.0;
const LABELS: f64 = 210.0;
const TEXTS: f64 = 90.0;
/// Height of a bar with the space around it.
const STEP: f64 = 22.0;

/// Sizes of a plot of points, and its margins; at the right there are the groups.
const FIELD: [f64; 2] = [640.0, 320.0];
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 46.0;
const RIGHT: f64 = 112.0;

impl Plot {
    /// What it shows.
    pub fn title(&self) -> &str {
        match self {
            Plot::Bars(bars) => &bars.title,
            Plot::Points(points) => &points.title,
        }
    }

    /// A `figure` element.
    pub fn to_html(&self) -> String {
        let (title, described) = (escape(self.title()), escape(&self.description()));
        let (size, body) = match self {
            Plot::Bars(bars) => bars.draw(),
            Plot::Points(points) => points.draw(),
        };
        let [width, height] = size;
        format!(
            "<figure>\n<figcaption>{title}</figcaption>\n<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \
             aria-label=\"{title}: {described}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{title}</title>\n<desc>{described}</desc>\n{body}</svg>\n\
             </figure>\n"
        )
    }

    /// The data in words, for those who do not see it.
    fn description(&self) -> String {
        let items: Vec<String> = match self {
            Plot::Bars(bars) => {
                bars.bars.iter().map(|bar| format!("{} {}", bar.label, bar.text)).collect()
            }
            Plot::Points(points) => points.points.iter().map(|point| point.label.clone()).collect(),
        };
        items.join("; ")
    }
}

impl Bars {
    fn draw(&self) -> ([f64; 2], String) {
        let most = self.bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
        let mut svg = String::new();
        for (number, bar) in self.bars.iter().enumerate() {
            let top = STEP * number as f64;
            let length = if most > 0.0 { (WIDTH - LABELS - TEXTS) * bar.value / most } else { 0.0 };
            let class = if bar.base { "base" } else { "bar" };
            let (label, text) = (escape(&bar.label), escape(&bar.text));
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>\n\
                 <rect class=\"{class}\" x=\"{LABELS}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{:.1}\">\
                 <title>{label}: {text}</title></rect>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\">{text}</text>\n",
                LABELS - 6.0,
                top + 15.0,
                top + 3.0,
                STEP - 6.0,
                LABELS + length + 6.0,
                top + 15.0,
            );
        }
        ([WIDTH, STEP * self.bars.len() as f64], svg)
    }
}

impl Points {
    fn draw(&self) -> ([f64; 2], String) {
        let [width, height] = FIELD;
        let mut svg = String::new();
        let scales = [0, 1].map(|axis| Scale::of(self.points.iter().map(|point| point.at[axis])));
        let x = |value: f64| LEFT + (width - LEFT - RIGHT) * scales[0].place(value);
        let y = |value: f64| (height - BOTTOM) - (height - BOTTOM - 24.0) * scales[1].place(value);
        for tick in scales[0].ticks() {
            let (at, bottom) = (x(tick), height - BOTTOM);
            let _ = write!(
                svg,
                "<line class=\"axis\" x1=\"{at:.1}\" y1=\"24\" x2=\"{at:.1}\" y2=\"{bottom}\"/>\n\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick}</text>\n",
                bottom + 16.0
            );
        }
        for tick in scales[1].ticks() {
            let at = y(tick);
            let _ = write!(
                svg,
                "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>\n",
                width - RIGHT,
                LEFT - 6.0,
                at + 4.0
            );
        }
        let [across, up] = self.axes.each_ref().map(|name| escape(name));
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{across}</text>\n\
             <text x=\"0\" y=\"12\">{up}</text>\n",
            (LEFT + width - RIGHT) / 2.0,
            height - 8.0
        );
        let mut groups: Vec<&str> = self.points.iter().map(|point| point.group.as_str()).collect();
        groups.sort_unstable();
        groups.dedup();
        for point in &self.points {
            let shape = groups.iter().position(|group| *group == point.group).unwrap_or_default();
            let mark = mark(shape, x(point.at[0]), y(point.at[1]), &escape(&point.label));
            svg += &mark;
        }
        for (shape, group) in groups.iter().enumerate() {
            let (left, top, group) = (width - 90.0, 32.0 + 18.0 * shape as f64, escape(group));
            svg += &mark(shape, left, top, &group);
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\">{group}</text>",
                left + 10.0,
                top + 4.0
            );
        }
        (FIELD, svg)
    }
}

/// A mark of one of four shapes around a place.
fn mark(shape: usize, x: f64, y: f64, label: &str) -> String {
    let corners: &[(f64, f64)] = match shape % 4 {
        0 => {
            return format!(
                "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{label}</title></circle>\n"
            );
        }
        1 => &[(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)],
        2 => &[(0.0, -6.0), (6.0, 5.0), (-6.0, 5.0)],
        _ => &[(0.0, -7.0), (6.0, 0.0), (0.0, 7.0), (-6.0, 0.0)],
    };
    let corner = |(dx, dy): &(f64, f64)| format!("{:.1},{:.1}", x + dx, y + dy);
    let corners: Vec<_> = corners.iter().map(corner).collect();
    let corners = corners.join(" ");
    format!("<polygon class=\"dot\" points=\"{corners}\"><title>{label}</title></polygon>\n")
}

/// A logarithmic axis between two ticks.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// From the last tick before the least value to the first one behind the greatest; 1 to 10 for no values.
    fn of(values: impl Iterator<Item = f64> + Clone) -> Scale {
        let least = values.clone().fold(f64::INFINITY, f64::min);
        let greatest = values.fold(0.0, f64::max);
        if !(least > 0.0 && greatest.is_finite() && greatest > 0.0) {
            return Scale { low: 1.0, high: 10.0 };
        }
        let low = ticks(least).into_iter().rev().find(|tick| *tick <= least);
        let high = ticks(greatest).into_iter().find(|tick| *tick > greatest);
        Scale { low: low.unwrap_or(least), high: high.unwrap_or(greatest * 2.0) }
    }

    /// From 0 to 1.
    fn place(&self, value: f64) -> f64 {
        (value / self.low).ln() / (self.high / self.low).ln()
    }

    fn ticks(&self) -> Vec<f64> {
        let mut all = Vec::new();
        let mut decade = 10_f64.powf(self.low.log10().floor());
        while decade <= self.high {
            all.extend([1.0, 2.0, 5.0].map(|step| step * decade));
            decade *= 10.0;
        }
        all.retain(|tick| (self.low..=self.high).contains(tick));
        all
    }
}

/// 1, 2 and 5 times the power of ten around a value, and the next two.
fn ticks(value: f64) -> [f64; 5] {
    let decade = 10_f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0, 20.0].map(|step| step * decade)
}
