// SPDX-License-Identifier: Apache-2.0
// The data that a handler of XLA's foreign function interface reads: the part of its C interface that has not
// changed since JAX 0.4.38 (interface 0.1). It is written down here so that a build needs no JAX, and one
// wheel serves all versions; test_jax.py compares it with the header of the installed JAX.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tali::python::xla {

/// The beginning of every struct.
struct header {
  std::size_t size;
  void* extensions;
};

struct version {
  header head;
  int major, minor;
};

/// XLA's names of types.
enum class type : int { pred = 1, s8, s16, s32, s64, u8, u16, u32, u64, f16, f32, f64, bf16 = 16 };

struct buffer {
  header head;
  xla::type type;
  void* data;
  std::int64_t rank;
  std::int64_t* dims;
};

/// Arguments or results; here they are all buffers.
struct buffers {
  header head;
  std::int64_t size;
  int* types;
  void** at;
};

struct text {
  const char* at;
  std::size_t size;
};

/// An attribute that is a list of numbers.
struct array {
  xla::type type;
  std::size_t size;
  const void* data;
};

struct attributes {
  header head;
  std::int64_t size;
  int* types;
  text** names;
  void** at;
};

struct error_arguments {
  header head;
  const char* message;
  int code;  ///< gRPC's codes
};

struct stream_arguments {
  header head;
  void* context;
  void* stream;  ///< output
};

struct functions {
  header head;
  xla::version version;
  const void* internal;
  void* (*make_error)(error_arguments*);
  void* reserved[3];
  void* (*get_stream)(stream_arguments*);
};

struct frame {
  header head;
  const functions* api;
  void* context;
  int stage;
  buffers arguments, results;
  xla::attributes attributes;
};

/// The extension by which XLA asks for a handler's version, without any work.
struct metadata_request {
  std::size_t size;
  int type;
  void* next;
  struct {
    std::size_t size;
    xla::version version;
    std::uint32_t traits;
  } * metadata;  ///< output

  static constexpr int type_number = 1;
};

}  // namespace tali::python::xla
