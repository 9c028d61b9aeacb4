//! A fast instruction-set simulator with a decoder and arithmetic of its own.
