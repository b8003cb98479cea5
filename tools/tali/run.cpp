// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "describe.hpp"
#include "errors.hpp"
#include "suggestion.hpp"
#include "temporary_file.hpp"

namespace tali::tool {

namespace {

/// The first line of a message, for errors that come with advice.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

int fail(const std::string& message, int code = 2) {
  fmt::print(stderr, "tali: {}\n", with_suggestion(first_line(message)));
  return code;
}

/// What printed text met on its way out.
int after_printing(int error) {
  if (error == 0 || error == EPIPE) return 0;
  return fail(std::string("standard output cannot be written: ") + std::strerror(error));
}

int flush() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
  return after_printing(errno != 0 ? errno : EIO);
}

}  // namespace

int run(CLI::App& app, int argc, char** argv) {
  // Writes report these instead.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
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
    app.exit(e, text, text);
    fmt::print("{}", text.str());
    return flush();
  } catch (const CLI::ParseError& e) {
    return fail(parse_error_line(app, e));
  } catch (const finding& e) {
    const int printed = flush();
    return printed != 0 ? printed : fail(e.what(), 1);
  } catch (const std::system_error& e) {
    return std::ferror(stdout) != 0 ? after_printing(e.code().value()) : fail(e.what());
  } catch (const std::bad_alloc&) {
    return fail("out of memory");
  } catch (const std::exception& e) {
    return fail(e.what());
  }
}

}  // namespace tali::tool
