// SPDX-License-Identifier: Apache-2.0
// Agreement between the ranks of a communicator: they compare their requests before they run them, and tell
// each other about failures. So no rank waits for a rank that has failed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mpi.h>

#include <tali/any.hpp>
#include <tali/digest.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>

namespace tali::mpi::detail {

/// @throws error for errors that MPI returns, if the communicator's error handler returns
inline void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw error(std::string(call) + " failed: " + std::string(text.data(), static_cast<std::size_t>(length)));
}

inline int rank_of(MPI_Comm comm) {
  int rank = 0;
  check(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  return rank;
}

inline int size_of(MPI_Comm comm) {
  int size = 1;
  check(MPI_Comm_size(comm, &size), "MPI_Comm_size");
  return size;
}

/// The minimum of x over all ranks. Collective.
inline int minimum(MPI_Comm comm, int x) {
  int all = x;
  check(MPI_Allreduce(&x, &all, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  return all;
}

/// Broadcasts the text of rank `from`, at most 1,023 bytes. Collective.
inline std::string text_of_rank(MPI_Comm comm, int from, const std::string& rank_text) {
  std::array<char, 1024> text{};
  std::memcpy(text.data(), rank_text.data(), std::min(rank_text.size(), text.size() - 1));
  check(MPI_Bcast(text.data(), static_cast<int>(text.size()), MPI_CHAR, from, comm), "MPI_Bcast");
  return text.data();
}

/// Calls f on every rank. If f throws on a rank, this throws on all ranks: the same exception on that rank,
/// and on the others an error that names the first such rank and its message. Collective, even if f throws.
template <class F>
void together(MPI_Comm comm, F&& f) {
  constexpr int none = std::numeric_limits<int>::max();
  const int rank = rank_of(comm);
  std::exception_ptr failure;
  std::string message;
  try {
    std::forward<F>(f)();
  } catch (const std::exception& e) {
    failure = std::current_exception();
    message = e.what();
  } catch (...) {
    failure = std::current_exception();
    message = "an exception of an unknown type";
  }
  const int first = minimum(comm, failure ? rank : none);
  if (first == none) return;
  const std::string first_message = text_of_rank(comm, first, message);
  if (failure) std::rethrow_exception(failure);
  throw error("rank " + std::to_string(first) + ": " + first_message);
}

/// A rank's request, as names and values that must be the same on all ranks.
class agreement {
 public:
  explicit agreement(MPI_Comm comm) : comm_{comm} {}

  /// @param name  a noun: "range"
  void add(std::string_view name, std::string_view value) {
    text_.append(name).append(1, '\t').append(value.substr(0, 200)).append(1, '\n');
    for (const char c : value) hash_ = tali::detail::digest_term(hash_, static_cast<unsigned char>(c));
  }

  /// Compares the requests. Collective.
  /// @throws argument_error on every rank if a rank's value differs from rank 0's; it names the first such
  ///   rank
  void check() const {
    const int rank = rank_of(comm_), size = size_of(comm_);
    const std::string request = hexadecimal(hash_) + '\n' + text_;
    const std::string reference = text_of_rank(comm_, 0, request);
    const int other_rank = minimum(comm_, reference == request.substr(0, 1023) ? size : rank);
    if (other_rank == size) return;
    const std::string other_request = text_of_rank(comm_, other_rank, request);
    const std::vector<line> a = lines_of(other_request), b = lines_of(reference);
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
      if (a[k] == b[k]) continue;
      throw argument_error(a[k].first + " on rank " + std::to_string(other_rank), a[k].second,
                           b[k].second + ", as on rank 0");
    }
    throw argument_error("request on rank " + std::to_string(other_rank), "different",
                         "the request of rank 0");
  }

  /// x as 16 hexadecimal digits.
  static std::string hexadecimal(std::uint64_t x) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(x));
    return text.data();
  }

 private:
  using line = std::pair<std::string, std::string>;
  static std::vector<line> lines_of(std::string_view text) {
    std::vector<line> lines;
    text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
    for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos;
         text.remove_prefix(end + 1)) {
      const std::string_view entry = text.substr(0, end);
      const std::size_t tab = std::min(entry.find('\t'), entry.size() - 1);
      lines.emplace_back(entry.substr(0, tab), entry.substr(tab + 1));
    }
    return lines;
  }

  MPI_Comm comm_;
  std::string text_;
  std::uint64_t hash_ = 0;
};

/// The identity of an engine: its name, and its seed, stream, position, generators and points if it has them.
inline std::string text_of(const any_engine& e) {
  std::string text = e.info().name;
  catalogue::catalogue_engines::for_each([&]<class E>(int, tali::detail::type_list<E>) {
    const E* const typed = e.get_if<E>();
    if (typed == nullptr) return;
    if constexpr (requires { std::to_string(typed->seed()) + std::to_string(typed->stream()); }) {
      text += " of seed " + std::to_string(typed->seed()) + ", stream " + std::to_string(typed->stream());
    }
    if constexpr (requires { std::to_string(typed->position()); }) {
      text += ", position " + std::to_string(typed->position());
    }
  });
  if (e.generators() != 0) text += " with " + std::to_string(e.generators()) + " generators";
  if (const point_set* const p = e.points()) {
    text += " with " + std::to_string(p->dimensions) + " dimensions, " + std::to_string(p->points) +
            " points from " + std::to_string(p->first_point) + ", layout " +
            std::to_string(static_cast<int>(p->layout)) + ", scrambling " +
            std::to_string(static_cast<int>(p->scramble)) + " by seed " + std::to_string(p->seed) +
            ", replicate " + std::to_string(p->replicate);
  }
  return text;
}

/// A digest of the engine's first words: 64 words, or more for a bank or a point set, so that every generator
/// or dimension is included.
inline std::string first_words_of(const any_engine& e) {
  const std::uint64_t dimensions = e.points() != nullptr ? e.points()->dimensions : 1;
  const std::uint64_t count = 64 * std::max<std::uint64_t>(dimensions, e.row_words() > 1 ? 4096 : 1);
  const std::uint64_t last = last_index(e);
  std::vector<std::uint32_t> words(static_cast<std::size_t>(std::min(count - 1, last) + 1));
  tali::fill(cpu{1}, e, any_distribution("bits", "u32"), 0, words.data(), words.size());
  return agreement::hexadecimal(tali::digest(0, words.data(), words.size()));
}

/// A digest of 4,096 values over a fixed sequence; it depends on the parameters.
inline std::string values_of(const any_distribution& d) {
  const std::size_t n = std::max<std::size_t>(4096 / d.row_size(), 1);
  std::vector<unsigned char> values(n * d.element_bytes());
  tali::fill(cpu{1}, any_engine(philox4x32(0x7461)), d, 0, values.data(), n);
  return agreement::hexadecimal(tali::digest(0, values.data(), n * d.row_size(), d.info().value_bytes));
}

/// Adds the names of a sequence and a distribution.
inline void add_name(agreement& to, const any_engine& e, const any_distribution& d) {
  to.add("engine", text_of(e));
  to.add("digest of the engine's first words", first_words_of(e));
  to.add("distribution", std::string(d.info().name) + ' ' + d.info().type + " of " +
                             std::to_string(d.row_size()) + (d.row_size() == 1 ? " value" : " values"));
  to.add("digest of values of the distribution", values_of(d));
}

}  // namespace tali::mpi::detail
