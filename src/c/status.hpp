// SPDX-License-Identifier: Apache-2.0
// The boundary between C++ and C: every exception becomes a status and a message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <tali.h>

#include <tali/any.hpp>
#include <tali/block.hpp>
#include <tali/distribution/permutation.hpp>
#include <tali/error.hpp>
#include <tali/filler.hpp>
#include <tali/generator.hpp>
#include <tali/key.hpp>
#include <tali/rejection/attempts.hpp>

extern "C" {
/// Stores the error for tali_last_error() and similar functions, and returns `status`. libtali_cuda calls it
/// too; it is not part of the interface.
tali_status tali_private_failed(tali_status status, const char* sentence, const char* argument,
                                const char* value, const char* expected);
}

namespace tali::c {

inline tali_status failed(tali_status status, const char* sentence) {
  return tali_private_failed(status, sentence, "", "", "");
}
/// For a choice, the expected value is the list of names.
inline tali_status failed(const argument_error& e) {
  std::string expected = e.expected();
  for (const std::string& name : e.choices()) {
    expected += (expected.empty() ? "" : &name == e.choices().data() ? ": " : ", ") + name;
  }
  return tali_private_failed(TALI_INVALID_ARGUMENT, e.what(),
                             argument_name(e.argument(), e.index()).text().c_str(), e.value().c_str(),
                             expected.c_str());
}

/// Calls f and returns the status.
template <class F>
tali_status guarded(const F& f) noexcept {
  try {
    f();
    return TALI_OK;
  } catch (const argument_error& e) {
    return failed(e);
  } catch (const sampling_error& e) {
    return failed(TALI_SAMPLING_FAILED, e.what());
  } catch (const device_error& e) {
    return failed(TALI_DEVICE_ERROR, e.what());
  } catch (const io_error& e) {
    return failed(TALI_IO_ERROR, e.what());
  } catch (const std::bad_alloc&) {
    return failed(TALI_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& e) {
    return failed(TALI_INTERNAL_ERROR, e.what());
  } catch (...) {
    return failed(TALI_INTERNAL_ERROR, "an exception of unknown type");
  }
}

/// Dereferences a pointer from C.
/// @throws argument_error if it is null
template <class T>
T& checked(T* p, const char* name) {
  if (p == nullptr) throw argument_error(name, "NULL", "an address");
  return *p;
}

/// Stores a new object in the handle `to`, made of what make() returns.
/// @param name  the handle's, in errors
template <class T, class F>
tali_status created(T** to, const char* name, const F& make) noexcept {
  return guarded([&] {
    checked(to, name);
    *to = new T{make()};
  });
}

}  // namespace tali::c

// The objects behind the handles of tali.h.

struct tali_engine {
  tali::any_engine value;
};
struct tali_distribution {
  tali::any_distribution value;
};
struct tali_filler {
  tali::filler value;
};
struct tali_generator {
  tali::generator value;
};
struct tali_permutation {
  tali::permutation<std::uint64_t> value;
};

namespace tali::c {

// Numbers of value types, and the types' names.

inline constexpr int types = 9;
/// In the order of tali_type.
inline constexpr const char* type_names[types] = {"u8",  "u32", "u64",  "i32", "i64",
                                                  "f32", "f64", "bf16", "f16"};

/// The number of a type that the catalogue names.
inline tali_type type_of(std::string_view name) {
  tali_type t = 0;
  while (type_names[t] != name) ++t;
  return t;
}

/// @throws argument_error for a number that is not a type
inline const char* name_of_type(tali_type type) {
  if (type < 0 || type >= types) throw argument_error("type", std::to_string(type), "TALI_U8 to TALI_F16");
  return type_names[type];
}

// Keys and blocks from C.

static_assert(sizeof(key) == sizeof(tali_key) && alignof(key) == alignof(tali_key) &&
              std::is_trivially_copyable_v<key>);

/// Keys, used in place; they may be in device memory.
inline std::span<const key> keys_of(const tali_key* keys, std::size_t count) {
  if (count > 0) checked(keys, "keys");
  return {reinterpret_cast<const key*>(keys), count};
}

/// A block of this many dimensions; without strides, its elements are contiguous.
inline block block_of(const std::uint64_t* global_shape, const std::uint64_t* offset,
                      const std::uint64_t* local_shape, const std::uint64_t* strides,
                      std::size_t dimensions) {
  if (dimensions < 1 || dimensions > detail::max_dimensions)
    throw argument_error("dimensions", std::to_string(dimensions), "1 to 8");
  checked(global_shape, "global_shape");
  checked(offset, "offset");
  checked(local_shape, "local_shape");
  const block::numbers along = strides == nullptr ? block::numbers{} : block::numbers(strides, dimensions);
  return {block::numbers(global_shape, dimensions), block::numbers(offset, dimensions),
          block::numbers(local_shape, dimensions), along};
}

// The request for a fill with parameter arrays. Engine and distribution are chosen at run time.

/// @param standard  also accept distributions whose values are computed from standard ones
/// @throws argument_error unless the catalogue has this distribution and it takes this number of arrays
inline detail::request array_request(const any_engine& e, const char* name, tali_type type,
                                     std::uint64_t first, std::size_t n, const void* const* arrays,
                                     std::size_t count, void* out, bool standard = false) {
  const std::string distribution_name = &checked(name, "name"), type_text = name_of_type(type);
  detail::request r{&e.info(), e.get(), nullptr, nullptr, first, out, n, arrays};
  for (const distribution_info& d : distribution_list()) {
    if (distribution_name != d.name || type_text != d.type) continue;
    if (d.takes_arrays || (standard && d.form != detail::value_form::none)) r.distribution_entry = &d;
  }
  if (r.distribution_entry == nullptr) {
    throw argument_error("name", "'" + distribution_name + "' of type " + type_text,
                         "a distribution that takes arrays of parameters");
  }
  const std::size_t wants = r.distribution_entry->parameter_list.size();
  if (count != wants) {
    throw argument_error("count", std::to_string(count),
                         std::to_string(wants) + ", the number of parameters of " + distribution_name);
  }
  check_pair(e.info(), *r.distribution_entry);
  checked(arrays, "arrays");
  for (std::size_t k = 0; k < count; ++k) {
    if (n > 0) checked(static_cast<const char*>(arrays[k]), "one of the arrays");
  }
  return r;
}

}  // namespace tali::c
