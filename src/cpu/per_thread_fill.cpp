// SPDX-License-Identifier: Apache-2.0
// The CPU driver of the comparators: one thread, which takes the engine's steps in order.
#include <algorithm>
#include <vector>

#include <tali/sequence.hpp>

#include "core/batch.hpp"
#include "cpu/drivers.hpp"
#include "cpu/float_modes.hpp"
#include "cpu/threads.hpp"
#include "cpu/words.hpp"

namespace tali::cpu_driver {

namespace {

template <class E>
class per_thread_filler : public filler::implementation {
 public:
  per_thread_filler(const cpu& where, const E& e, const request& r)
      : where_(where),
        beginning_(e),
        engine_(e),
        entry_{r.distribution_entry},
        distribution_{r.distribution} {}

  /// Takes steps from the end of the previous call's elements, or from the beginning if the elements are
  /// before that.
  void fill(std::uint64_t first, void* to, std::size_t n) override {
    const detail::standard_float_modes modes;
    const auto k = static_cast<std::uint64_t>(entry_->words);
    detail::check_range(first, n, entry_->words);
    if (n == 0) return;
    check_destination(where_, to, n);
    // Values that lanes make together come in batches. Values before `first` are made only to complete a
    // batch.
    const std::size_t batch = entry_->batch;
    const auto before = static_cast<std::size_t>(first % batch);
    const std::uint64_t begin = beginning_.position() + (first - before) * k;
    const converted_range range(where_.level, *entry_, distribution_, first, n, to);
    constexpr std::size_t chunk = 8 * detail::largest_batch();  // values
    std::vector<std::uint32_t> words(detail::whole_batches(std::min(chunk, before + n), batch) * k);
    if (engine_.position() > begin) engine_ = beginning_;
    engine_.discard(begin - engine_.position());
    for (std::size_t done = 0; done < before + n; done += chunk) {
      const std::size_t count = std::min(chunk, before + n - done);
      const std::size_t whole = detail::whole_batches(count, batch);
      for (std::size_t i = 0; i < whole * k; ++i) words[i] = engine_();
      range.write(first - before + done, words.data(), whole);
    }
  }

 private:
  cpu where_;
  E beginning_, engine_;
  const distribution_info* entry_;
  const void* distribution_;
};

}  // namespace

std::unique_ptr<filler::implementation> open_per_thread(const cpu& where, const request& r) {
  return detail::with_engine<catalogue::per_thread_engines>(
      r, [&]<class E>(const E& e) -> std::unique_ptr<filler::implementation> {
        return std::make_unique<per_thread_filler<E>>(where, e, r);
      });
}

}  // namespace tali::cpu_driver
