import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.files import copy, load, rmdir
from conan.tools.gnu import PkgConfigDeps
from conan.tools.layout import basic_layout
from conan.tools.meson import Meson, MesonToolchain
from conan.tools.scm import Version

required_conan_version = ">=2.4"


class CtensorConan(ConanFile):
    name = "ctensor"
    description = "Strided tensors at memory speed: the tensor pipeline of PyTorch as a C library"
    license = ("BSD-3-Clause", "MIT", "Apache-2.0")
    topics = ("tensor", "array", "simd", "strided")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
        "openmp": [True, False],
        "fft": [True, False],
        "linalg": [True, False],
        # instruction sets, with commas between them, or native
        "isas": ["ANY"],
        # system: the SLEEF (and with linalg, the OpenBLAS) of the system's packages
        "dependencies": ["conan", "system"],
    }
    default_options = {
        "shared": False,
        "fPIC": True,
        "openmp": True,
        "fft": True,
        "linalg": False,
        "isas": "base,avx2,avx512",
        "dependencies": "conan",
    }
    implements = ["auto_shared_fpic"]
    languages = "C", "C++"

    @property
    def _system(self):
        return self.options.dependencies == "system"

    def set_version(self):
        """The version is meson.build's, beside which a package's own recipe has it already."""
        path = os.path.join(self.recipe_folder, "..", "..", "meson.build")
        if not self.version:
            self.version = load(self, path).split(" version: '")[1].split("'")[0]

    def export_sources(self):
        repository = os.path.join(self.recipe_folder, "..", "..")
        files = ("LICENSE", "meson.build", "meson_options.txt")
        folders = ("bindings/cpp", "cmake", "extensions", "include", "src", "third_party")
        for pattern in (*files, *(f"{folder}/*" for folder in folders)):
            copy(self, pattern, repository, self.export_sources_folder, excludes=("*/tests/*", "*/examples/*"))

    def layout(self):
        basic_layout(self, src_folder=".")

    def requirements(self):
        if self._system:
            return
        self.requires("sleef/[>=3.5.1 <4]")
        if self.options.linalg:
            self.requires("openblas/[>=0.3.20 <1]")

    def build_requirements(self):
        if not self._system:
            self.tool_requires("meson/[>=1.2.0 <2]")
            self.tool_requires("pkgconf/[>=2.0.3 <3]")

    def validate(self):
        if self.settings.os != "Linux" or self.settings.arch not in ("x86_64", "armv8"):
            raise ConanInvalidConfiguration("ctensor is for Linux on x86_64 and 64-bit Arm")
        oldest = {"gcc": "12", "clang": "14"}.get(str(self.settings.compiler))
        if oldest is None or Version(self.settings.compiler.version) < oldest:
            raise ConanInvalidConfiguration("ctensor needs GCC 12 or Clang 14, or newer")

    def generate(self):
        toolchain = MesonToolchain(self)
        for feature in ("openmp", "fft", "linalg"):
            toolchain.project_options[feature] = "enabled" if self.options.get_safe(feature) else "disabled"
        # npz: the library loads the system's libzip at run time, and none of Conan's
        for feature in ("tests", "mpi", "cli", "npz"):
            toolchain.project_options[feature] = "disabled"
        toolchain.project_options["isas"] = str(self.options.isas).split(",")
        toolchain.generate()
        if not self._system:
            PkgConfigDeps(self).generate()

    def build(self):
        meson = Meson(self)
        meson.configure()
        meson.build()

    def package(self):
        licenses = os.path.join(self.package_folder, "licenses")
        copy(self, "LICENSE", self.source_folder, licenses)
        copy(self, "*/LICENSE*", os.path.join(self.source_folder, "third_party"), os.path.join(licenses, "third_party"))
        Meson(self).install()
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))

    def package_info(self):
        runtimes = []
        if not self.options.shared:
            runtimes = ["stdc++", "m", "dl", "pthread"]
            if self.options.openmp:
                runtimes.append("omp" if self.settings.compiler == "clang" else "gomp")
        needed = {"ctensor": "sleef"}
        if self.options.fft:
            needed["ctensor_fft"] = None
        if self.options.linalg:
            needed["ctensor_linalg"] = "openblas"
        for name, other in needed.items():
            part = self.cpp_info.components[name]
            part.libs = [name]
            part.requires = [] if name == "ctensor" else ["ctensor"]
            part.system_libs = list(runtimes)
            part.set_property("pkg_config_name", name)
            part.set_property("cmake_target_name", "ctensor::" + name.removeprefix("ctensor_"))
            if other and not self._system:
                part.requires.append(f"{other}::{other}")
            elif other and not self.options.shared:
                part.system_libs.append(other)
