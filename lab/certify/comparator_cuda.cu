// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>
#include <vector>

#include <tali/catalogue.hpp>

#include "certify/comparator_cuda.hpp"
#include "certify/run_cuda.cuh"
#include "cuda.hpp"
#include "gpu/banks/bank_kernels.hpp"
#include "gpu/words/from_words.hpp"

namespace tali::lab::certify {

namespace {

constexpr unsigned block_threads = 128;

/// Writes words skip ... skip + n - 1 after the row of the states, with one thread per generator. Row r of T
/// generators has output l of generator t at (r T + t) W + l. The states move by whole rows, up to the row of
/// the next word.
template <class G>
__global__ void __launch_bounds__(block_threads)
    comparator_words_kernel(G* const states, const std::uint64_t generators, const std::uint64_t skip,
                            const std::uint64_t n, std::uint32_t* const to) {
  const std::uint64_t t = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (t >= generators) return;
  const std::uint64_t end = skip + n, row_words = generators * G::width, whole = end / row_words;
  G g = states[t];
  const auto make = [&](std::uint64_t row) {
    std::uint32_t w[G::width];
    g.step(w);
    const std::uint64_t at = (row * generators + t) * G::width - skip;
    for (int l = 0; l < G::width; ++l) {
      if (at + static_cast<unsigned>(l) < n) to[at + static_cast<unsigned>(l)] = w[l];
    }
  };
  for (std::uint64_t row = 0; row < whole; ++row) make(row);
  states[t] = g;
  if (end % row_words != 0) make(whole);
}

template <class D>
__global__ void one_word_kernel(const D distribution, const std::uint32_t* const words, const std::size_t n,
                                typename D::result_type* const to) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t w[1] = {words[i]};
  to[i] = distribution(w);
}

template <class T>
unsigned blocks_of(T n) {
  return static_cast<unsigned>((n + block_threads - 1) / block_threads);
}

}  // namespace

/// Words of a comparator of any type.
class comparator_on_cuda::words {
 public:
  virtual ~words() = default;
  virtual void make(std::uint64_t first, std::uint64_t n, std::uint32_t* to) = 0;
};

namespace {

template <class E>
class words_of : public comparator_on_cuda::words {
  using G = typename E::generator;

 public:
  explicit words_of(const E& e)
      : first_(e.states().begin(), e.states().end()),
        row_words_{first_.size() * G::width},
        states_{device_array<G>(first_.size())} {
    begin();
  }

  void make(std::uint64_t first, std::uint64_t n, std::uint32_t* to) override {
    if (n == 0) return;
    if (first < at_) begin();
    const std::uint64_t skip = first - at_;
    comparator_words_kernel<<<blocks_of(first_.size()), block_threads>>>(states_.get(), first_.size(), skip,
                                                                         n, to);
    check(cudaGetLastError(), "launch of a comparator's kernel");
    at_ += (skip + n) / row_words_ * row_words_;
  }

 private:
  void begin() {
    check(cudaMemcpy(states_.get(), first_.data(), first_.size() * sizeof(G), cudaMemcpyHostToDevice),
          "cudaMemcpy");
    at_ = 0;
  }

  std::vector<G> first_;
  std::uint64_t row_words_, at_ = 0;  // the first word of the row of the states
  std::shared_ptr<G> states_;
};

/// The distribution's place among those that are converted from words, or -1.
int place_of(const any_distribution& d) {
  int place = -1;
  distributions::for_each([&]<class D>(int i, type_list<D>) {
    if (d.get_if<D>() != nullptr) place = i;
  });
  return place;
}

/// Values that the library's kernels convert from words while making these, so that no separate kernel
/// exists.
template <class D>
bool converts(const any_distribution& d, const std::uint32_t* words, std::size_t n, void* to) {
  const D* const found = d.get_if<D>();
  if (found == nullptr) return false;
  one_word_kernel<<<blocks_of(n), block_threads>>>(*found, words, n,
                                                   static_cast<typename D::result_type*>(to));
  check(cudaGetLastError(), "launch of a conversion");
  return true;
}

}  // namespace

bool comparator_on_cuda::makes(const any_engine& sequence, const any_distribution& distribution) {
  bool found = false;
  per_thread_engines::for_each([&]<class E>(int, type_list<E>) {
    const E* const e = sequence.get_if<E>();
    found = found || (e != nullptr && e->position() == 0);
  });
  return found && place_of(distribution) >= 0;
}

comparator_on_cuda::comparator_on_cuda(const any_engine& sequence, any_distribution distribution)
    : distribution_{std::move(distribution)} {
  per_thread_engines::for_each([&]<class E>(int, type_list<E>) {
    if (const E* const e = sequence.get_if<E>()) words_ = std::make_unique<words_of<E>>(*e);
  });
}
comparator_on_cuda::~comparator_on_cuda() = default;
comparator_on_cuda::comparator_on_cuda(comparator_on_cuda&&) noexcept = default;

void comparator_on_cuda::fill(std::uint64_t first, std::size_t n, void* to) {
  if (distribution_.get_if<bits<std::uint32_t>>() != nullptr) {
    words_->make(first, n, static_cast<std::uint32_t*>(to));
    return;
  }
  const distribution_info& d = distribution_.info();
  const auto convert = [&](const std::uint32_t* from, std::size_t skip, std::size_t done, std::size_t some) {
    void* const at = static_cast<char*>(to) + done * d.value_bytes;
    const bool is_converted = converts<uniform<float>>(distribution_, from, some, at) ||
                              converts<uniform<float, interval::open_close>>(distribution_, from, some, at) ||
                              converts<uniform<float, interval::open_open>>(distribution_, from, some, at) ||
                              converts<uniform<float, interval::close1_open2>>(distribution_, from, some, at);
    if (!is_converted) cuda_driver::launch_convert(d, distribution_.get(), from, skip, at, some, nullptr);
  };
  cuda_driver::values_from_words(
      nullptr, first, n, static_cast<std::uint64_t>(d.words), d.batch,
      [&](std::uint64_t word, std::uint64_t some, std::uint32_t* at) { words_->make(word, some, at); },
      convert);
}

}  // namespace tali::lab::certify
