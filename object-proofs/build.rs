//! Lets this crate's tests find Z3 at run time.

fn main() {
    toolbox::build::link_z3();
}
