//! The cipher standards, executable and generic in the value domain.
