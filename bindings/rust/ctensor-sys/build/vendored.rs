//! Compiles the sources in vendor/ to static libraries. parts.rs lists the sources and flags, which are Meson's.
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use crate::parts::{self, Isa, Part};
use crate::{give_up, wanted};

/// A program that only compilers that are new enough accept.
const PROBE: &str = "#if defined(__clang__) ? __clang_major__ < 14 : __GNUC__ < 12
#error \"too old\"
#endif
#include <concepts>
static_assert(std::same_as<decltype(0), int>);
";

struct Build {
    vendor: PathBuf,
    out: PathBuf,
    isas: Vec<&'static Isa>,
}

pub fn build() {
    println!("cargo:rerun-if-changed=vendor");
    let vendor = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("vendor");
    for folder in ["src", "include", "third_party", "extensions"] {
        // in the repository these are links, which Cargo does not follow by itself
        println!("cargo:rerun-if-changed={}", vendor.join(folder).display());
    }
    check_target();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let build = Build { vendor, out, isas: chosen_isas() };
    build.check_compiler();
    let sleef = probe("sleef", "3.5.1", false).unwrap_or_else(|error| {
        give_up(&format!(
            "{error}\nThe feature \"vendored\" of ctensor-sys needs SLEEF 3.5.1 or newer, which was not found by pkg-config. \
             Install it: \"apt-get install libsleef-dev\" on Debian and Ubuntu, \"dnf install sleef-devel\" on Fedora."
        ))
    });
    build.write_headers();
    // A static linker goes from left to right, so each library comes before those that it needs.
    if wanted("linalg") {
        build.linalg();
    }
    if wanted("fft") {
        build.fft();
    }
    build.core(&sleef.include_paths);
    probe("sleef", "3.5.1", true).expect("found above");
    println!("cargo:include={}", build.vendor.join("include").display());
}

fn target(what: &str) -> String {
    env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default()
}

fn check_target() {
    let known = ["x86_64", "aarch64"].contains(&target("ARCH").as_str()) && target("ENDIAN") == "little";
    if !known || target("OS") != "linux" {
        give_up(&format!(
            "libctensor is for Linux on x86_64 and little-endian aarch64, and this is a build for {}.",
            env::var("TARGET").unwrap()
        ));
    }
}

/// The instruction sets that CTENSOR_ISAS names, by default all that the target has; base is always among them.
fn chosen_isas() -> Vec<&'static Isa> {
    println!("cargo:rerun-if-env-changed=CTENSOR_ISAS");
    let chosen = env::var("CTENSOR_ISAS").unwrap_or_else(|_| "avx512,avx2".into());
    let chosen: Vec<&str> = chosen.split(',').map(str::trim).collect();
    if let Some(name) = chosen.iter().find(|name| parts::ISAS.iter().all(|isa| isa.name != **name)) {
        give_up(&format!("CTENSOR_ISAS: \"{name}\" is none of base, avx2 and avx512."));
    }
    let x86 = target("ARCH") == "x86_64";
    parts::ISAS.iter().filter(|isa| isa.name == "base" || x86 && chosen.contains(&isa.name)).collect()
}

/// Looks for a library by pkg-config. With `linked`, Cargo links it.
fn probe(name: &str, version: &str, linked: bool) -> Result<pkg_config::Library, pkg_config::Error> {
    pkg_config::Config::new().atleast_version(version).cargo_metadata(linked).env_metadata(true).probe(name)
}

impl Build {
    /// A compiler that optimizes whatever Cargo's profile is: loops over memory would be too slow without.
    fn compiler(&self, cpp: bool, level: &str) -> cc::Build {
        let mut compiler = cc::Build::new();
        compiler.cpp(cpp).std(if cpp { "c++20" } else { "c99" }).opt_level_str(level).debug(false).pic(true);
        compiler.warnings(false).flag("-w").define("NDEBUG", None).define("_FILE_OFFSET_BITS", "64");
        for folder in ["src", "include", "third_party", "third_party/dlpack/include"] {
            compiler.include(self.vendor.join(folder));
        }
        compiler.include(self.out.join("generated"));
        compiler
    }

    /// Compiles a part into a folder of its own, since other parts may have the same sources.
    fn compile(&self, folder: &str, part: &Part, mut compiler: cc::Build, isa: Option<&Isa>) -> Vec<PathBuf> {
        let gnu = compiler.get_compiler().is_like_gnu();
        for flag in part.flags.iter().chain(isa.map_or(&[][..], |isa| isa.flags)) {
            let known = match flag {
                _ if flag.starts_with("-D") => true,
                _ if flag.starts_with("--param") => gnu,
                _ => compiler.is_flag_supported(flag).unwrap_or(false),
            };
            if known {
                compiler.flag(flag);
            }
        }
        let objects = self.out.join(folder);
        fs::create_dir_all(&objects).unwrap();
        let tool = compiler.get_compiler();
        let made = |source: &str| objects.join(source.replace('/', "_") + ".o");
        let run = |command: &mut Command| {
            if !command.status().map_or(false, |status| status.success()) {
                give_up(&format!("libctensor: this failed: {command:?}"));
            }
        };
        let mut first = Vec::new();
        if !part.precompiled.is_empty() {
            let header = objects.join("precompiled.h");
            fs::write(&header, format!("#include \"{}\"\n", self.vendor.join(part.precompiled).display())).unwrap();
            run(tool
                .to_command()
                .args(["-x", "c++-header"])
                .arg(&header)
                .arg("-o")
                .arg(objects.join("precompiled.h.gch")));
            first.extend(["-include".into(), header.into_os_string()]);
        }
        // cc compiles one file at a time; its feature for parallel jobs needs a newer Rust
        let (next, jobs) = (AtomicUsize::new(0), env::var("NUM_JOBS").map_or(1, |jobs| jobs.parse().unwrap_or(1)));
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    while let Some(source) = part.sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let (file, object) = (self.vendor.join(source), made(source));
                        run(tool.to_command().args(&first).arg("-c").arg(file).arg("-o").arg(object));
                    }
                });
            }
        });
        part.sources.iter().map(|source| made(source)).collect()
    }

    /// Makes a static library of these objects, which Cargo links.
    fn archive(&self, name: &str, objects: &[PathBuf]) {
        let mut archive = cc::Build::new();
        archive.cpp(true).objects(objects).compile(name);
    }

    fn check_compiler(&self) {
        let source = self.out.join("probe.cpp");
        fs::write(&source, PROBE).unwrap();
        let needs = "The feature \"vendored\" of ctensor-sys needs GCC 12 or Clang 14, or newer. Install one: \"apt-get install \
                     g++\" on Debian and Ubuntu, \"dnf install gcc-c++\" on Fedora; the environment variable CXX names \
                     another.";
        let compiler = self.compiler(true, "0");
        let tool = compiler.try_get_compiler().unwrap_or_else(|error| give_up(&format!("{error}\n{needs}")));
        let mut command = tool.to_command();
        command.arg("-fsyntax-only").arg(&source).stdout(Stdio::null());
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(_) => give_up(&format!("{} is not new enough, or does not work. {needs}", tool.path().display())),
            Err(error) => give_up(&format!("{}: {error}. {needs}", tool.path().display())),
        }
    }

    /// Writes the headers that Meson's configure_file makes.
    fn write_headers(&self) {
        let template = fs::read_to_string(self.vendor.join("src/kernels/kernel_isas.h.in")).unwrap();
        let lines: Vec<String> = self.isas.iter().map(|isa| format!("X({}, {})", isa.name, isa.supported)).collect();
        let names: Vec<String> = self.isas.iter().map(|isa| format!("X({})", isa.name)).collect();
        let folder = self.out.join("generated");
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in [
            ("kernel_isas.h", template.replace("@ISAS@", &lines.join(" \\\n  "))),
            ("sort_options.h", "#pragma once\n#define CT_HAVE_SIMD_SORT\n".into()),
            ("linalg_isas.h", format!("#pragma once\n#define CT_LINALG_ISAS(X) {}\n", names.join(" "))),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
    }

    fn core(&self, sleef: &[PathBuf]) {
        let mut objects = Vec::new();
        for (folder, part, isas) in
            [("kernels", &parts::KERNELS, parts::ISAS), ("copy", &parts::COPY_KERNELS, parts::COPY_ISAS)]
        {
            for isa in isas.iter().filter(|isa| self.isas.iter().any(|chosen| chosen.name == isa.name)) {
                // where base is the only instruction set, it is optimized for speed
                let level = if target("ARCH") == "x86_64" { isa.level } else { "3" };
                let mut compiler = self.compiler(true, level);
                compiler.includes(sleef).define("CT_ISA", isa.name);
                objects.extend(self.compile(&format!("{folder}-{}", isa.name), part, compiler, Some(isa)));
            }
        }
        let mut compiler = self.compiler(true, "2"); // as Meson does
        compiler.includes(sleef).define("CT_HAVE_SECURE_GETENV", None);
        let threads = self.openmp(&mut compiler);
        // only its header is needed here: the library is loaded when the first npz is opened
        if let Ok(libzip) = probe("libzip", "1.7", false) {
            compiler.define("CT_HAVE_LIBZIP", None).includes(libzip.include_paths);
        }
        objects.extend(self.compile("core", &parts::CORE, compiler, None));
        objects.extend(self.compile("yyjson", &parts::YYJSON, self.compiler(false, "s"), None));
        self.archive("ctensor", &objects);
        if let Some(runtime) = threads {
            println!("cargo:rustc-link-lib=dylib={runtime}");
        }
    }

    /// The name of the runtime, where the compiler has OpenMP and CTENSOR_OPENMP is not 0.
    fn openmp(&self, compiler: &mut cc::Build) -> Option<&'static str> {
        println!("cargo:rerun-if-env-changed=CTENSOR_OPENMP");
        if env::var("CTENSOR_OPENMP").map_or(false, |value| value == "0") {
            return None;
        }
        let source = self.out.join("probe_openmp.cpp");
        fs::write(&source, "#include <omp.h>\nint main() { return omp_get_max_threads(); }\n").unwrap();
        let tool = compiler.get_compiler();
        let mut command = tool.to_command();
        command.args(["-fopenmp", "-o"]).arg(self.out.join("probe_openmp")).arg(&source);
        if !command.stdout(Stdio::null()).status().map_or(false, |status| status.success()) {
            give_up(&format!(
                "{} has no OpenMP. Install it: \"apt-get install libomp-dev\" for Clang on Debian and Ubuntu, or set \
                 CTENSOR_OPENMP=0: then the library works on one thread, or on those of set_thread_pool or set_executor.",
                tool.path().display()
            ));
        }
        compiler.flag("-fopenmp").define("CT_HAVE_OPENMP", None);
        if tool.is_like_gnu() {
            return Some("gomp");
        }
        // only Clang may find libomp.so, or only libomp.so.5 may exist, so the linker gets a copy
        for name in ["libomp.so.5", "libomp.so"] {
            let printed = tool.to_command().arg(format!("-print-file-name={name}")).output().ok();
            let path = printed.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
            if let Some(path) = path.filter(|path| path.is_absolute()) {
                fs::copy(path, self.out.join("libomp.so")).unwrap(); // Cargo has the linker search this folder
                break;
            }
        }
        Some("omp")
    }

    fn fft(&self) {
        let mut compiler = self.compiler(true, "3");
        compiler.include(self.vendor.join("extensions/fft")).include(self.vendor.join("extensions/fft/include"));
        for isa in &self.isas {
            compiler.define(&format!("CT_FFT_HAVE_{}", isa.name.to_uppercase()), None);
        }
        let objects = self.compile("fft", &parts::FFT, compiler, None);
        self.archive("ctensor_fft", &objects);
    }

    fn linalg(&self) {
        println!("cargo:rerun-if-env-changed=CTENSOR_BLAS");
        let blas = env::var("CTENSOR_BLAS").unwrap_or_else(|_| "openblas".into());
        let needed = probe(&blas, "0", false).unwrap_or_else(|error| {
            give_up(&format!(
                "{error}\nThe features \"linalg\" and \"vendored\" of ctensor-sys need BLAS and LAPACK, and pkg-config finds no \
                 {blas}. Install it: \"apt-get install libopenblas-dev\" on Debian and Ubuntu; CTENSOR_BLAS names another."
            ))
        });
        let folder = self.vendor.join("extensions/linalg");
        let mut objects = Vec::new();
        for isa in &self.isas {
            let mut compiler = self.compiler(true, "3");
            compiler.include(&folder).include(self.vendor.join("extensions")).define("CT_LINALG_ISA", isa.name);
            objects.extend(self.compile(&format!("linalg-{}", isa.name), &parts::LINALG_KERNELS, compiler, Some(isa)));
        }
        let mut compiler = self.compiler(true, "3");
        compiler.include(&folder).include(folder.join("include")).include(self.vendor.join("extensions"));
        compiler.includes(needed.include_paths).flag("-pthread");
        objects.extend(self.compile("linalg", &parts::LINALG, compiler, None));
        self.archive("ctensor_linalg", &objects);
        probe(&blas, "0", true).expect("found above");
    }
}
