// SPDX-License-Identifier: Apache-2.0
#include "flags.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include <tali/error.hpp>

namespace tali::tool {

const flag& flag::required() const {
  of_->required();
  return *this;
}

const flag& flag::default_text(const std::string& text) const {
  of_->default_str(text);
  return *this;
}

const flag& flag::one_of(const std::vector<std::string>& values) const {
  const auto check = [o = of_, values](const std::string& text) {
    if (std::find(values.begin(), values.end(), text) != values.end()) return std::string();
    throw argument_error(o->get_name(), quoted(text), "", values);
  };
  of_->check(check, CLI::IsMember(values).get_description());
  return *this;
}

const flag& flag::positive() const {
  const auto check = [o = of_](const std::string& text) {
    if (CLI::PositiveNumber(text).empty()) return std::string();
    throw argument_error(o->get_name(), quoted(text), "a number above 0");
  };
  of_->check(check, CLI::PositiveNumber.get_description());
  return *this;
}

const flag& flag::excludes(const flag& other) const {
  of_->excludes(other.of_);
  return *this;
}

const flag& flag::needs(const flag& other) const {
  of_->needs(other.of_);
  return *this;
}

namespace {

flag with(CLI::Option* o, const char* value, const std::string& heading) {
  if (value != nullptr) o->type_name(value);
  if (!heading.empty()) o->group(heading);
  return flag(o);
}

}  // namespace

parser parser::under(const char* heading) const {
  parser p = *this;
  p.heading_ = heading;
  return p;
}

parser parser::add_command(const std::string& name, const std::string& summary) const {
  return parser(of_->add_subcommand(name, summary));
}

flag parser::add(const std::string& names, std::string& to, const char* value,
                 const std::string& help) const {
  return with(of_->add_option(names, to, help)->capture_default_str(), value, heading_);
}

flag parser::add(const std::string& names, double& to, const char* value, const std::string& help) const {
  return with(of_->add_option(names, to, help)->capture_default_str(), value, heading_);
}

flag parser::add(const std::string& names, std::optional<double>& to, const char* value,
                 const std::string& help) const {
  return with(of_->add_option(names, to, help), value, heading_);
}

flag parser::add(const std::string& names, std::vector<std::string>& to, const char* value,
                 const std::string& help) const {
  CLI::Option* const o = of_->add_option(names, to, help);
  if (names.starts_with('-')) o->allow_extra_args(false);
  return with(o, value, heading_);
}

flag parser::add(const std::string& names, const std::function<void(const std::string&)>& take,
                 const char* value, const std::string& help) const {
  return with(of_->add_option_function<std::string>(names, take, help), value, heading_);
}

flag parser::add_flag(const std::string& names, bool& to, const std::string& help) const {
  return with(of_->add_flag(names, to, help), nullptr, heading_);
}

flag parser::add_flag(const std::string& names, const std::function<void()>& callback,
                      const std::string& help) const {
  return with(of_->add_flag_callback(names, callback, help), nullptr, heading_);
}

flag parser::operator[](const std::string& name) const { return flag(of_->get_option(name)); }
bool parser::given(const std::string& name) const { return of_->count(name) != 0; }
std::string parser::value_of(const std::string& name) const {
  return of_->get_option(name)->results().front();
}
// By name: a list of commands would need memory, which may be exhausted after a command has run.
bool parser::given_command(const std::string& name) const { return of_->got_subcommand(name); }
void parser::footer(const std::string& text) const { of_->footer(text); }
void parser::needs_command() const { of_->require_subcommand(1); }
void parser::version(const std::string& text) const { of_->set_version_flag("--version", text); }
void parser::does(const std::function<void()>& f) const { of_->callback(f); }

}  // namespace tali::tool
