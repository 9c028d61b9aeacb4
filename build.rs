//! Lets the binary and its tests find Z3 at run time, from any folder.

fn main() {
    toolbox::build::link_z3();
}
