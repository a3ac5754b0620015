// ctensor: a program that looks into files of tensors, converts and compares them.
#include <CLI/CLI.hpp>

#include <cstdio>

#include "cli.h"

int main(int argc, char **argv) {
  cli::Options options;
  CLI::App app{"Looks into files of tensors (npy, npz, safetensors), converts and compares them."};
  app.require_subcommand(1);
  app.set_version_flag("--version", [] {
    const ctensor::Version v = ctensor::version();
    return "ctensor " + std::to_string(v.major) + "." + std::to_string(v.minor) + "." + std::to_string(v.patch);
  });
  app.fallthrough();
  app.add_flag("--json", options.json, "Print JSON");
  app.add_flag("-q,--quiet", options.quiet, "Print no progress");

  std::vector<std::string> paths;
  bool brief = false;
  CLI::App *const info = app.add_subcommand("info", "Names, dtypes, shapes, bytes, and what the elements are");
  info->add_option("files", paths, "Files to look into")->required();
  info->add_flag("--brief", brief, "Read no elements");

  cli::Conversion conversion;
  CLI::App *const convert = app.add_subcommand("convert", "The tensors of a file, in another format, dtype or layout");
  convert->add_option("from", conversion.from, "The file to read")->required();
  convert->add_option("to", conversion.to, "The file to write; .npy, .npz or .safetensors")->required();
  convert->add_option("--dtype", conversion.dtype, "The dtype to convert to, as float32 or f32");
  convert->add_option("--layout", conversion.layout, "The order of dims in memory")
      ->check(CLI::IsMember({"c", "fortran"}));
  convert->add_option("--tensor", conversion.tensor, "The one tensor to take, by its name");
  convert->add_flag("--compress", conversion.deflate, "Compress npz");

  std::string a, b;
  cli::Tolerance tolerance;
  CLI::App *const diff =
      app.add_subcommand("diff", "Where two files differ, and by how much; exit status 1 where they do");
  diff->add_option("a", a, "One file")->required();
  diff->add_option("b", b, "The other")->required();
  diff->add_option("--rtol", tolerance.relative, "Let differences pass up to so much of the larger magnitude");
  diff->add_option("--atol", tolerance.absolute, "Let differences up to so much pass");

  int32_t threads = 0;
  CLI::App *const bench = app.add_subcommand("bench", "What this machine's memory can do, and what ops make of it");
  bench->add_option("--threads", threads, "How many threads ops may use");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    const int status = app.exit(error);
    return status == 0 ? 0 : 2;
  }
  try {
    if (info->parsed()) return cli::info(options, paths, brief);
    if (convert->parsed()) return cli::convert(options, conversion);
    if (diff->parsed()) return cli::diff(options, a, b, tolerance);
    return cli::bench(options, threads);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "ctensor: %s\n", cli::printable(error.what()).c_str());
    return 2;
  }
}
