// SPDX-License-Identifier: Apache-2.0
// Memory for values and parameters: NumPy's arrays and PyTorch's tensors, read without Python code; objects
// with Python's buffer protocol; and views of other frameworks' memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nanobind/nanobind.h>

namespace tali::python {

namespace nb = nanobind;

/// Types of values: the catalogue's, and those that Python's code converts to.
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
/// The type for an object that NumPy accepts as a dtype; no_type if Python's code must look at it.
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

/// An object that is exactly a NumPy array, of a type known here, in this machine's byte order.
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
bool is_array(PyObject* object);
/// False for other objects. If elements are only moved, `type` may be no_type.
bool is_known(PyObject* object, array& a, bool any_type = false);
/// A new array of a type, and the address of its values.
nb::object new_array(value_type type, int dimensions, const Py_ssize_t* shape, void*& data);
/// A new array like another one, with elements of any type.
nb::object new_like(PyObject* other, void*& data);
/// A value as a NumPy scalar.
nb::object numpy_number(value_type type, const void* value);
/// The result of numpy.asarray for an object.
nb::object as_array(nb::handle object);

/// An object's memory while this exists: a view, or an object with a contiguous buffer.
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

/// PyTorch's types and functions.
struct torch_objects;

/// The memory of an object that is exactly a NumPy array or a PyTorch tensor, contiguous, writable and of a
/// known type. Empty for other objects: the package's Python code then handles the object, or reports the
/// error.
class quick_out {
 public:
  explicit quick_out(nb::handle object);

  [[nodiscard]] value_type type() const { return type_; }
  /// The array, if the object is a NumPy array.
  [[nodiscard]] const array* as_array() const { return tensor_ == nullptr ? &array_ : nullptr; }
  const destination* operator->() const { return &at_; }
  const destination& operator*() const { return at_; }
  /// Tells PyTorch that a tensor's values have changed. Does nothing for an array.
  void written() const;

 private:
  void look_at_tensor(PyObject* tensor);

  destination at_;
  const torch_objects* torch_ = nullptr;  ///< null before the first tensor
  value_type type_ = no_type;
  array array_{};
  PyObject* tensor_ = nullptr;
};

/// Adds know_arrays() and know_tensors(), by which Python code passes the types.
void add_memory(nb::module_& m);

}  // namespace tali::python
