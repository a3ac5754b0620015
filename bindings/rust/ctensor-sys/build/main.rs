//! Finds libctensor by pkg-config; with the feature `vendored`, compiles the sources in the crate instead.
use std::env;

#[cfg(feature = "vendored")]
mod parts;
#[cfg(feature = "vendored")]
mod vendored;

/// The versions whose ABI these bindings know.
#[cfg(not(feature = "vendored"))]
const VERSIONS: std::ops::Range<&str> = "0.2.0".."0.3.0";
/// The libraries that features add.
#[cfg(not(feature = "vendored"))]
const EXTENSIONS: [&str; 2] = ["fft", "linalg"];

fn main() {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-env-changed=DOCS_RS");
    // documentation needs no library, and docs.rs has neither it nor SLEEF
    if env::var_os("DOCS_RS").is_some() {
        return;
    }
    #[cfg(feature = "vendored")]
    vendored::build();
    #[cfg(not(feature = "vendored"))]
    find_installed();
}

/// Whether the feature of an extension is on.
fn wanted(name: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some()
}

/// Ends the build with one message, which says what to do.
fn give_up(message: &str) -> ! {
    eprintln!("\n{message}");
    std::process::exit(1);
}

#[cfg(not(feature = "vendored"))]
fn find_installed() {
    // a static linker goes from left to right, so these come before the library that they need
    for name in EXTENSIONS.iter().filter(|name| wanted(name)) {
        find(&format!("ctensor_{name}"));
    }
    // build scripts of crates that compile C against the library read this as DEP_CTENSOR_INCLUDE
    for path in find("ctensor").include_paths {
        println!("cargo:include={}", path.display());
    }
}

/// Links a library that pkg-config finds; ends the build if there is none.
#[cfg(not(feature = "vendored"))]
fn find(name: &str) -> pkg_config::Library {
    pkg_config::Config::new().range_version(VERSIONS).probe(name).unwrap_or_else(|error| {
        give_up(&format!(
            "{error}\nlib{name} {} up to {} was not found by pkg-config. Install it, or name the folder of its {name}.pc in \
             PKG_CONFIG_PATH, or build with the feature \"vendored\", which compiles it.",
            VERSIONS.start, VERSIONS.end
        ))
    })
}
