//! Finds libctensor by pkg-config; with the feature `vendored`, builds it first.
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The versions whose ABI these bindings know.
const VERSIONS: std::ops::Range<&str> = "0.2.0".."0.3.0";
/// The libraries that features add.
const EXTENSIONS: [&str; 2] = ["fft", "linalg"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let vendored = env::var_os("CARGO_FEATURE_VENDORED").is_some();
    if vendored {
        let pkg_config = build();
        let known = env::var_os("PKG_CONFIG_PATH").unwrap_or_default();
        let paths = std::iter::once(pkg_config).chain(env::split_paths(&known));
        env::set_var("PKG_CONFIG_PATH", env::join_paths(paths).unwrap());
    }
    // before the library that they need: a static linker goes from left to right
    for name in EXTENSIONS.iter().filter(|name| wanted(name)) {
        find(&format!("ctensor_{name}"), vendored);
    }
    // for build scripts of crates that compile C against the library: DEP_CTENSOR_INCLUDE
    for path in find("ctensor", vendored).include_paths {
        println!("cargo:include={}", path.display());
    }
}

/// Whether the feature of an extension is on.
fn wanted(name: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some()
}

/// A library of pkg-config's, which is linked; without it, the build ends.
fn find(name: &str, vendored: bool) -> pkg_config::Library {
    let mut probe = pkg_config::Config::new();
    probe.range_version(VERSIONS);
    if vendored {
        probe.statik(true); // Libs.private too: the runtimes of C++ and OpenMP, and SLEEF
    }
    probe.probe(name).unwrap_or_else(|error| {
        eprintln!("{error}");
        eprintln!(
            "\nlib{name} {} up to {} was not found by pkg-config. Install it, or name the folder of its {name}.pc in \
             PKG_CONFIG_PATH, or build with the feature \"vendored\".",
            VERSIONS.start, VERSIONS.end
        );
        std::process::exit(1);
    })
}

/// Builds the static library into OUT_DIR, and says where its ctensor.pc is.
fn build() -> PathBuf {
    println!("cargo:rerun-if-env-changed=CTENSOR_SOURCE");
    println!("cargo:rerun-if-env-changed=CTENSOR_MESON_OPTIONS");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let (folder, prefix) = (out.join("build"), out.join("prefix"));
    // this crate lies in the library's own repository
    let source = env::var_os("CTENSOR_SOURCE")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.."), PathBuf::from);
    for part in ["src", "extensions", "include", "meson.build", "meson_options.txt"] {
        println!("cargo:rerun-if-changed={}", source.join(part).display());
    }
    let mut setup = Command::new("meson");
    setup.arg("setup").arg(&folder).arg(&source);
    if folder.join("build.ninja").exists() {
        setup.arg("--reconfigure");
    }
    setup.arg(format!("-Dprefix={}", prefix.display())).args([
        "-Dlibdir=lib",
        "-Ddefault_library=static",
        "-Dtests=disabled",
    ]);
    for name in EXTENSIONS {
        setup.arg(format!("-D{name}={}", if wanted(name) { "enabled" } else { "disabled" }));
    }
    let options = env::var("CTENSOR_MESON_OPTIONS").unwrap_or_default();
    setup.args(options.split_whitespace());
    run(&mut setup);
    run(Command::new("meson").arg("install").arg("--quiet").arg("-C").arg(&folder));
    prefix.join("lib/pkgconfig")
}

fn run(command: &mut Command) {
    let status = command
        .status()
        .unwrap_or_else(|error| panic!("{command:?}: {error}; the feature \"vendored\" needs Meson and Ninja"));
    assert!(status.success(), "{command:?}: {status}");
}
