//! And-inverter graphs: what both sides of a comparison are made of.

use rustc_hash::FxHashMap;
use std::ops::Not;

/// A node of an [`Aig`], or its complement: twice the node's number, plus one for the complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lit(u32);

impl Lit {
    /// The constant 0: node 0.
    pub(crate) const FALSE: Lit = Lit(0);
    /// The constant 1.
    pub(crate) const TRUE: Lit = Lit(1);

    /// The constant.
    pub(crate) fn constant(value: bool) -> Lit {
        Lit(value.into())
    }
    /// The value, when it is a constant.
    pub(crate) fn known(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }
    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
    fn complemented(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, Debug)]
enum Node {
    False,
    Input,
    And(Lit, Lit),
}

/// A graph in which equal conjunctions are one node. A node's arguments come before it.
#[derive(Clone, Debug)]
pub(crate) struct Aig {
    nodes: Vec<Node>,
    index: FxHashMap<(Lit, Lit), Lit>,
    /// The inputs, in the order of their making.
    inputs: Vec<Lit>,
}

impl Default for Aig {
    fn default() -> Self {
        Aig { nodes: vec![Node::False], index: FxHashMap::default(), inputs: Vec::new() }
    }
}

impl Aig {
    /// A new input.
    pub(crate) fn input(&mut self) -> Lit {
        let lit = self.push(Node::Input);
        self.inputs.push(lit);
        lit
    }
    /// The inputs, in the order of their making.
    pub(crate) fn inputs(&self) -> &[Lit] {
        &self.inputs
    }
    fn push(&mut self, node: Node) -> Lit {
        self.nodes.push(node);
        Lit(2 * (u32::try_from(self.nodes.len()).expect("fewer than 2^31 nodes") - 1))
    }
    /// Conjunction.
    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        match () {
            () if a == Lit::FALSE || a == !b => Lit::FALSE,
            () if a == Lit::TRUE || a == b => b,
            () => {
                if let Some(&known) = self.index.get(&(a, b)) {
                    return known;
                }
                if let Some((p, q)) = self.exclusive(a, b) {
                    return self.xor(p, q);
                }
                let lit = self.push(Node::And(a, b));
                self.index.insert((a, b), lit);
                lit
            }
        }
    }
    /// The `p` and `q` of `!(p & q) & !(!p & !q)`, one of which is a complement: [`Self::xor`] writes it
    /// without.
    fn exclusive(&self, a: Lit, b: Lit) -> Option<(Lit, Lit)> {
        if !(a.complemented() && b.complemented()) {
            return None;
        }
        match (self.nodes[a.node()], self.nodes[b.node()]) {
            (Node::And(p, q), Node::And(r, s))
                if p.complemented() != q.complemented()
                    && ((r, s) == (!p, !q) || (s, r) == (!p, !q)) =>
            {
                Some((p, q))
            }
            _ => None,
        }
    }
    /// Disjunction.
    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }
    /// Exclusive or, without regard to where a complement stands.
    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.complemented() != b.complemented();
        let (a, b) = (Lit(a.0 & !1), Lit(b.0 & !1));
        let (both, none) = (self.and(a, b), self.and(!a, !b));
        let xor = self.and(!both, !none);
        if flip { !xor } else { xor }
    }
    /// `then` where `condition` is 1, else `otherwise`.
    pub(crate) fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return !self.xor(condition, then);
        }
        let (a, b) = (self.and(condition, then), self.and(!condition, otherwise));
        self.or(a, b)
    }
    /// Number of nodes.
    pub(crate) fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Which nodes the roots are made of.
    fn cone(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        roots.into_iter().for_each(|lit| needed[lit.node()] = true);
        for k in (0..needed.len()).rev() {
            if let (true, Node::And(a, b)) = (needed[k], self.nodes[k]) {
                needed[a.node()] = true;
                needed[b.node()] = true;
            }
        }
        needed
    }
    /// The positions among the inputs of those that the roots depend on by their structure.
    pub(crate) fn support(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<usize> {
        let needed = self.cone(roots);
        let inputs = self.inputs.iter().enumerate();
        inputs.filter(|(_, lit)| needed[lit.node()]).map(|(k, _)| k).collect()
    }

    /// The graph of some roots, made ready for many evaluations.
    pub(crate) fn evaluator(&self, roots: &[Lit]) -> Evaluator {
        let needed = self.cone(roots.iter().copied());
        let mut place = vec![0u32; self.nodes.len()];
        let mut inputs = Vec::new();
        let mut ands = Vec::new();
        // Place 0 is the constant; inputs come next.
        let mut next = 1;
        for (k, lit) in self.inputs.iter().enumerate() {
            if needed[lit.node()] {
                place[lit.node()] = next;
                next += 1;
                inputs.push(k);
            }
        }
        let moved = |place: &[u32], lit: Lit| (2 * place[lit.node()]) | (lit.0 & 1);
        for (k, node) in self.nodes.iter().enumerate() {
            if let (true, Node::And(a, b)) = (needed[k], *node) {
                ands.push((moved(&place, a), moved(&place, b)));
                place[k] = next;
                next += 1;
            }
        }
        let roots = roots.iter().map(|&root| moved(&place, root)).collect();
        Evaluator { inputs, ands, roots, values: vec![0; next as usize] }
    }

    /// The graph of some roots in the binary AIGER format: all inputs of this graph, no names.
    pub(crate) fn aiger(&self, roots: &[Lit]) -> Vec<u8> {
        let needed = self.cone(roots.iter().copied());
        let mut place = vec![0u32; self.nodes.len()];
        self.inputs.iter().zip(1..).for_each(|(lit, k)| place[lit.node()] = k);
        let mut next = self.inputs.len() as u32;
        let mut body = Vec::new();
        for (k, node) in self.nodes.iter().enumerate() {
            if let (true, Node::And(a, b)) = (needed[k], *node) {
                next += 1;
                place[k] = next;
                let moved = |lit: Lit| (2 * place[lit.node()]) | (lit.0 & 1);
                let (high, low) = (moved(a).max(moved(b)), moved(a).min(moved(b)));
                delta(&mut body, 2 * next - high);
                delta(&mut body, high - low);
            }
        }
        let inputs = self.inputs.len();
        let ands = next as usize - inputs;
        let mut file = format!("aig {next} {inputs} 0 {} {ands}\n", roots.len()).into_bytes();
        for root in roots {
            let lit = (2 * place[root.node()]) | (root.0 & 1);
            file.extend(format!("{lit}\n").into_bytes());
        }
        file.extend(body);
        file
    }
}

/// A number of the binary format: seven bits a byte, the lowest first.
fn delta(to: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        to.push(number as u8 | 128);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Evaluates roots for 64 assignments at once.
#[derive(Clone, Debug)]
pub(crate) struct Evaluator {
    /// The inputs that count, as positions among the graph's.
    inputs: Vec<usize>,
    ands: Vec<(u32, u32)>,
    roots: Vec<u32>,
    values: Vec<u64>,
}

impl Evaluator {
    /// Which of the graph's inputs the roots depend on.
    pub(crate) fn inputs(&self) -> &[usize] {
        &self.inputs
    }
    /// The roots, for 64 values of each of [`Self::inputs`].
    pub(crate) fn eval(&mut self, values: &[u64]) -> impl Iterator<Item = u64> {
        self.values[1..=values.len()].copy_from_slice(values);
        let get = |values: &[u64], lit: u32| {
            values[(lit >> 1) as usize] ^ 0u64.wrapping_sub(u64::from(lit & 1))
        };
        for (at, &(a, b)) in (1 + values.len()..).zip(&self.ands) {
            self.values[at] = get(&self.values, a) & get(&self.values, b);
        }
        let values = &self.values;
        self.roots.iter().map(move |&root| get(values, root))
    }
}
