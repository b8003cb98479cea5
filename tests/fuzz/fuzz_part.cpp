// SPDX-License-Identifier: Apache-2.0
// Parts of shared work: only a whole one is joined, and only what a certificate's stages count is judged.
#include <string>

#include <certify/certificate.hpp>
#include <checkpoint.hpp>

#include "fuzz.hpp"
#include "numbers.hpp"
#include "shard.hpp"

namespace {

using namespace tali;

void join(const std::string& text) {
  fuzz::accepts([&] {
    const tool::joined_parts all = tool::join({{"fuzz", text}});
    fuzz::require(all.bodies.size() == 1, "one part is whole as part 1/1 alone");
  });
}

/// The text as the body of a certificate's only part, and as the stages of one.
void merge(std::string_view text) {
  using json = nlohmann::ordered_json;
  const json found = json::parse(text, nullptr, false);
  if (found.is_discarded()) return;
  static const json request = [] {
    tool::certify::request_flags f;
    f.n = "32768";
    f.only = {"bit frequency"};
    const tool::certify::request of(f, tool::device_kind::cpu);
    return tool::certify::make_part(of, {},
                                    [](const std::string&, std::uint64_t, std::uint64_t) {})["request"];
  }();
  for (const json& body : {found, json{{"request", request}, {"stages", found}}}) {
    fuzz::accepts([&] {
      const json whole = tool::certify::merge(tool::certify::request_of(body), {body});
      fuzz::require(whole.contains("stages") && !whole["stages"].empty(), "a certificate has stages");
    });
  }
}

}  // namespace

extern "C" int TALI_FUZZ_TARGET(const std::uint8_t* data, std::size_t size) {
  const std::string_view all = fuzz::text_of(data, size);
  for (const char* const flag : {"-n", "--offset"}) {
    fuzz::accepts([&] { (void)tool::parse_count(flag, all); });
  }
  merge(all);
  join(std::string(all));
  join(lab::append_checksum(std::string(all)));  // behind which the fields are
  return 0;
}
