// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "errors.hpp"
#include "flags.hpp"
#include "system.hpp"

namespace tali::tool {

namespace {

using nlohmann::ordered_json;

/// On one line, with one blank between words.
std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank) line += c;
    if (blank && !line.ends_with(' ')) line += ' ';
  }
  return line;
}

/// The parts of a text between separators.
ordered_json parts(const std::string& text, char separator) {
  ordered_json all = ordered_json::array();
  for (const std::string& part : CLI::detail::split(text, separator)) all.push_back(part);
  return all;
}

// Each object is initialised as an object. A null that becomes an object when memory is exhausted would be
// destroyed as an object that it does not contain.
ordered_json describe_option(const CLI::Option& o) {
  ordered_json j = ordered_json::object();
  j["names"] = ordered_json::array();
  for (const std::string& name : o.get_snames()) j["names"].push_back("-" + name);
  for (const std::string& name : o.get_lnames()) j["names"].push_back("--" + name);
  const bool is_flag = o.get_items_expected_max() == 0;
  std::string value = is_flag ? "" : o.get_type_name();
  j["choices"] = ordered_json::array();
  // The parser appends the check to the text: TEXT:{all,cpu,cuda}, FLOAT:POSITIVE.
  if (const std::size_t at = value.find(":{"); at != std::string::npos && value.ends_with('}')) {
    j["choices"] = parts(value.substr(at + 2, value.size() - at - 3), ',');
    value.resize(at);
  } else if (constexpr std::string_view positive = ":POSITIVE"; value.ends_with(positive)) {
    value.resize(value.size() - positive.size());
  } else if (value.find('|') != std::string::npos) {
    j["choices"] = parts(value, '|');
  }
  if (o.get_positional()) value = o.get_name(true);
  j["value"] = value;
  j["summary"] = on_one_line(o.get_description());
  j["default"] = is_flag ? "" : o.get_default_str();
  j["group"] = o.get_group();
  j["required"] = o.get_required();
  return j;
}

/// A command with its options and subcommands: {name, summary, footer, options, commands}. An option is
/// {names, value, choices, summary, default, group, required}. `value` is the name of its value, empty for a
/// flag without one; `names` is empty for an argument without a flag.
ordered_json describe(const CLI::App& command) {
  ordered_json j = ordered_json::object();
  j["name"] = command.get_name();
  j["summary"] = on_one_line(command.get_description());
  j["footer"] = command.get_footer();
  j["options"] = ordered_json::array();
  for (const CLI::Option* o : command.get_options()) {
    if (!o->get_group().empty()) j["options"].push_back(describe_option(*o));
  }
  j["commands"] = ordered_json::array();
  for (const CLI::App* c : command.get_subcommands(std::function<bool(const CLI::App*)>{})) {
    j["commands"].push_back(describe(*c));
  }
  return j;
}

/// A message as one line.
std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n') {
      line += "\\n";
    } else if (c == '\r') {
      line += "\\r";
    } else {
      line += c;
    }
  }
  return line;
}

int out_of_memory() {
  say_on_stderr("tali: out of memory\n");
  return 2;
}

/// Prints one line on stderr. If stderr is closed or full, only the exit code remains.
int fail(const std::string& message, int code = 2) {
  try {
    say_on_stderr(fmt::format("tali: {}\n", one_line(message)));
  } catch (const std::bad_alloc&) {
    out_of_memory();
  }
  return code;
}

/// Reports an error of standard output.
int after_printing(int error) {
  if (error == 0 || error == EPIPE) return 0;
  return fail(io_error("write to standard output", "", std::strerror(error)).what());
}

int flush() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
  return after_printing(errno != 0 ? errno : EIO);
}

/// Reports exhausted memory where no exception may pass, as in noexcept functions of libraries, like
/// elsewhere.
[[noreturn]] void end_at_once() {
  try {
    if (const std::exception_ptr e = std::current_exception()) std::rethrow_exception(e);
  } catch (const std::bad_alloc&) {
    remove_unfinished_file();
    _exit(out_of_memory());
  } catch (...) {
  }
  std::abort();
}

int parse_and_run(CLI::App& app, int argc, char** argv) {
  remove_unfinished_file_on_signals();
  try {
    if (argc < 2) throw CLI::CallForHelp();
    if (argc == 2 && std::string_view(argv[1]) == describe_request) {
      fmt::print("{}\n", describe(app).dump());
      return flush();
    }
    app.parse(argc, argv);
    return flush();
  } catch (const CLI::Success& e) {  // --help, --version
    std::ostringstream text;
    text.exceptions(std::ios::badbit);  // exhausted memory must not leave half a text
    app.exit(e, text, text);
    fmt::print("{}", text.str());
    return flush();
  } catch (const CLI::ParseError& e) {
    return fail(parse_error(app, e, {argv + 1, argv + argc}).what());
  } catch (const finding& e) {
    const int printed = flush();
    return printed != 0 ? printed : fail(e.what(), 1);
  } catch (const std::system_error& e) {
    return std::ferror(stdout) != 0 ? after_printing(e.code().value()) : fail(e.what());
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  } catch (const std::exception& e) {
    return fail(e.what());
  }
}

/// Calls f(); an exception becomes one line on stderr and exit code 2.
template <class F>
int with_one_line_of_error(const F& f) {
  prepare_standard_files();
  std::set_terminate(end_at_once);
  try {
    return f();
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  } catch (const std::exception& e) {
    return fail(e.what());
  }
}

}  // namespace

int run_safely(int (*f)(int argc, char** argv), int argc, char** argv) {
  return with_one_line_of_error([&] { return f(argc, argv); });
}

int run(const char* description, const char* name, add_to_app add, int argc, char** argv) {
  return with_one_line_of_error([&] {
    CLI::App app{description, name};
    add(parser(&app));
    return parse_and_run(app, argc, argv);
  });
}

}  // namespace tali::tool
