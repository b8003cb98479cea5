// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <new>

#include "energy/device.hpp"
#include "energy/rapl.hpp"

namespace tali::bench {

namespace {

class cpu_device : public energy_device {
 public:
  cpu_device(const std::string& powercap, int threads, std::size_t large_bytes)
      : counter_(powercap), where_{threads}, large_bytes_(large_bytes) {}

  [[nodiscard]] std::string name() const override { return "cpu"; }
  [[nodiscard]] std::string why_not() const override { return counter_.why_not(); }
  [[nodiscard]] std::string what() const override { return "RAPL: " + counter_.what(); }
  double joules() override { return counter_.joules(); }

  [[nodiscard]] std::size_t large_bytes() const override { return large_bytes_; }

  double fill(const any_engine& s, const any_distribution& d, std::uint64_t first, std::size_t n) override {
    void* const to = memory(n * d.info().value_bytes);
    tali::fill(where_, s, d, first, to, n);
    return 1;
  }

 private:
  void* memory(std::size_t bytes) {
    if (bytes > bytes_) {
      constexpr std::size_t page = 4096;
      memory_.reset();
      bytes_ = (bytes + page - 1) / page * page;
      memory_.reset(std::aligned_alloc(page, bytes_), std::free);
      if (memory_ == nullptr) throw std::bad_alloc();
    }
    return memory_.get();
  }

  rapl counter_;
  cpu where_;
  std::size_t large_bytes_;
  std::shared_ptr<void> memory_;
  std::size_t bytes_ = 0;
};

}  // namespace

std::unique_ptr<energy_device> make_cpu_energy_device(const std::string& powercap, int threads,
                                                      std::size_t large_bytes) {
  return std::make_unique<cpu_device>(powercap, threads, large_bytes);
}

}  // namespace tali::bench
