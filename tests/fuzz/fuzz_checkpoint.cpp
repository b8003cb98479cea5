// SPDX-License-Identifier: Apache-2.0
// Checkpoints of searches, trainings and certificates, which are given the right checksums, behind which the
// fields are.
#include <string>

#include <certify/certificate.hpp>
#include <checkpoint.hpp>
#include <mtgp/creator.hpp>
#include <normal/train.hpp>

#include "fuzz.hpp"

namespace {

using namespace tali;

template <mtgp_word Word>
void read_search(const std::string& text) {
  lab::mtgp::creation c;
  c.mexp = 3217;
  const std::string of = fmt::format("tali mtgp search: bits {} mexp 3217 seed {} restarts {} beam {}",
                                     8 * sizeof(Word), c.seed, c.effort.restarts, c.effort.beam);
  const std::string sets = R"({"of":")" + of + R"(","sets":)" + text + "}\n";
  for (const std::string& whole : {text, lab::append_checksum(text), lab::append_checksum(sets)}) {
    const std::string file = fuzz::folder::mine().file("search", whole);
    fuzz::accepts([&] {
      lab::mtgp::checkpoint<Word> found(file, c);
      const std::size_t before = found.records().size();
      if (before == 0) return;
      found.append(lab::mtgp::created<Word>(found.records().front()));
      const lab::mtgp::checkpoint<Word> again(file, c);
      fuzz::require(again.records().size() == before + 1, "a set that was added is found");
    });
  }
}

/// The text as a checkpoint, as one with the right checksum, and as the stages of one.
void read_certificate(const std::string& text) {
  const std::string of = "tali certify -n 32768 --device cpu";
  const std::string stages = R"({"of":")" + of + R"(","stages":)" + text + "}\n";
  for (const std::string& whole : {text, lab::append_checksum(text), lab::append_checksum(stages)}) {
    const std::string file = fuzz::folder::mine().file("certificate", whole);
    fuzz::accepts([&] {
      tool::certify::checkpoint found(file, of);
      (void)found.find("bit frequency");
      found.add({{"name", "its own"},
                 {"status", "passed"},
                 {"elements", 1u},
                 {"p_values", nlohmann::ordered_json::array()},
                 {"series", nlohmann::ordered_json::object()}});
      const tool::certify::checkpoint again(file, of);
      fuzz::require(again.find("its own").has_value(), "a stage that was added is found");
    });
  }
}

}  // namespace

extern "C" int TALI_FUZZ_TARGET(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const auto& here = fuzz::folder::mine();
  read_search<std::uint32_t>(std::string(text));
  read_search<std::uint64_t>(std::string(text));
  const lab::normal::training_options options;
  const std::string of = R"({"of":")" + options.text() + "\",";
  for (const std::string& whole : {std::string(text), lab::append_checksum(of + std::string(text) + "}\n")}) {
    const std::string file = here.file("training", whole);
    fuzz::accepts([&] {
      const auto state = lab::normal::read_checkpoint(file, options);
      fuzz::require(int(state.next) >= 0 && state.next <= lab::normal::training_step::done,
                    "a step is one of the training's");
    });
  }
  read_certificate(std::string(text));
  return 0;
}
