//! Assembly kernels with their manifests, assembled at build time.
