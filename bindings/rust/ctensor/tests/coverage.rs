//! Fails if safe Rust cannot reach a function of ctensor.h or of an extension's header that is not listed with a
//! reason.
use std::fs;
use std::path::Path;

/// Functions that the safe crate leaves out, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("ct_status_name", "ErrorKind's variants have Debug"),
    ("ct_op_run", "for ops that are written in C: docs/extending.md"),
    ("ct_op_set_output", "for ops that are written in C: docs/extending.md"),
    ("ct_parallel_for", "for ops that are written in C: docs/extending.md"),
    ("ct_error_set", "for ops that are written in C: docs/extending.md"),
];

#[test]
fn every_function_of_the_headers_is_wrapped() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read_to_string(root.join("../ctensor-sys/src").join(name)).unwrap();
    let bindings = ["bindings.rs", "fft.rs", "linalg.rs"].map(read).concat();
    let functions: Vec<_> = bindings.split("pub fn ").skip(1).filter_map(|rest| rest.split('(').next()).collect();
    assert!(functions.len() > 400, "{} functions are too few to be all", functions.len());

    let mut sources = String::new();
    for file in fs::read_dir(root.join("src")).unwrap() {
        sources += &fs::read_to_string(file.unwrap().path()).unwrap();
    }
    let wrapped = |name: &str| sources.contains(&format!("sys::{name}("));
    let missing: Vec<_> = functions
        .into_iter()
        .filter(|&name| !wrapped(name) && LEFT_OUT.iter().all(|(left_out, _)| *left_out != name))
        .collect();
    assert!(missing.is_empty(), "not reachable from safe Rust: {missing:?}");
    for (left_out, _) in LEFT_OUT {
        assert!(bindings.contains(left_out) && !wrapped(left_out), "{left_out} needs no excuse");
    }
}
