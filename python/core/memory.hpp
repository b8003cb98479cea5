// SPDX-License-Identifier: Apache-2.0
// Memory that values go to and parameters come from: NumPy's arrays and PyTorch's tensors, read without
// Python code; what has Python's buffer protocol; and views of other frameworks' memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nanobind/nanobind.h>

namespace tali::python {

namespace nb = nanobind;

/// Types of values: the catalogue's, and those to which Python's code casts.
enum value_type : signed char {
  no_type = -1,
  f64,
  f32,
  i64,
  i32,
  u64,
  u32,
  u8,
  f16,
  bf16,
  i8,
  i16,
  u16,
  boolean
};
inline constexpr std::size_t value_types = 13;
inline constexpr const char* type_names[] = {"f64", "f32",  "i64", "i32", "u64", "u32", "u8",
                                             "f16", "bf16", "i8",  "i16", "u16", "bool"};
constexpr std::size_t bytes_of(value_type t) {
  constexpr std::size_t bytes[] = {8, 4, 8, 4, 8, 4, 1, 2, 2, 1, 2, 2, 1};
  return bytes[t];
}
value_type type_named(std::string_view name);
/// Calls f with a value of a type of numbers; 16-bit floats have no type here.
template <class F>
auto with_type(value_type t, const F& f) {
  switch (t) {
    case f64:
      return f(double());
    case f32:
      return f(float());
    case i64:
      return f(std::int64_t());
    case i32:
      return f(std::int32_t());
    case i16:
      return f(std::int16_t());
    case i8:
      return f(std::int8_t());
    case u64:
      return f(std::uint64_t());
    case u32:
      return f(std::uint32_t());
    case u16:
      return f(std::uint16_t());
    default:
      return f(std::uint8_t());
  }
}
/// The type that NumPy knows an object as, a dtype or the like; no_type for what Python's code must look at.
value_type type_of(PyObject* dtype);

/// Memory that values are written to.
struct destination {
  void* to = nullptr;
  std::size_t bytes = 0;
  bool on_gpu = false;
  int device = 0;
  std::uintptr_t stream = 0;
};

/// A destination by its address, in memory that a framework keeps alive.
struct view : destination {
  nb::object owner;
};

/// An object that is exactly a NumPy array, of a type that is known here, in this machine's byte order.
struct array {
  char* data;
  int dimensions;
  const Py_ssize_t* shape;
  const Py_ssize_t* strides;
  value_type type;
  bool contiguous, writable, aligned;

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t bytes() const { return size() * bytes_of(type); }
};
/// False for another object; `type` may be no_type where elements are moved alone.
bool is_known(PyObject* object, array& a, bool any_type = false);
/// A new array of a type, and where its values lie.
nb::object new_array(value_type type, int dimensions, const Py_ssize_t* shape, void*& data);
/// A new array of another one's shape and type, which may be any.
nb::object new_like(PyObject* other, void*& data);
/// A value as NumPy's number.
nb::object numpy_number(value_type type, const void* value);
/// What numpy.asarray makes of an object.
nb::object as_array(nb::handle object);

/// An object's memory for as long as it lives: a view, or an object with a contiguous buffer.
class opened {
 public:
  explicit opened(nb::handle object, bool writable = true);
  ~opened();
  opened(const opened&) = delete;
  opened& operator=(const opened&) = delete;
  const destination* operator->() const { return &at_; }
  const destination& operator*() const { return at_; }

 private:
  destination at_;
  Py_buffer buffer_;
  bool has_buffer_ = false;
};

/// What PyTorch's objects are.
struct torch_objects;

/// The memory of an object, where the object is exactly a NumPy array or a PyTorch tensor whose memory is
/// contiguous, writable and of a known type. Nothing elsewhere: the package's Python code then takes the
/// object, or says what is wrong with it.
class quick_out {
 public:
  explicit quick_out(nb::handle object);

  [[nodiscard]] value_type type() const { return type_; }
  /// The array, of a NumPy array.
  [[nodiscard]] const array* as_array() const { return tensor_ == nullptr ? &array_ : nullptr; }
  const destination* operator->() const { return &at_; }
  const destination& operator*() const { return at_; }
  /// Tells PyTorch that a tensor's values have changed. Does nothing for an array.
  void written() const;

 private:
  void look_at_tensor(nb::handle tensor);

  destination at_;
  const torch_objects* torch_ = nullptr;  ///< null before a first tensor
  value_type type_ = no_type;
  array array_{};
  PyObject* tensor_ = nullptr;
};

/// Adds know_arrays() and know_tensors(), by which Python code says what the types are.
void add_memory(nb::module_& m);

}  // namespace tali::python
