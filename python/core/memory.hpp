// SPDX-License-Identifier: Apache-2.0
// Memory for values and parameters: NumPy arrays and PyTorch tensors, which are read without Python code;
// objects with Python's buffer protocol; and views of other frameworks' memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nanobind/nanobind.h>

namespace tali::python {

namespace nb = nanobind;

/// Value types: the catalogue's, and those that Python code casts to.
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
/// Calls f with a zero of the C++ type that t names. 16-bit floats are not supported.
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
/// The type of a dtype, or of an object that NumPy accepts as one; no_type if Python code must decide.
value_type type_of(PyObject* dtype);

/// Memory that values are written to.
struct destination {
  void* to = nullptr;
  std::size_t bytes = 0;
  bool on_gpu = false;
  int device = 0;
  std::uintptr_t stream = 0;
};

/// A destination in a framework's memory, which `owner` keeps alive.
struct view : destination {
  nb::object owner;
};

/// A NumPy array (not a subclass), with a value type from above and this machine's byte order.
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
/// Reads the fields of an array. False for other objects. If `any_type`, unknown types become no_type.
bool is_known(PyObject* object, array& a, bool any_type = false);
/// A new array of a type; sets `data` to the address of its values.
nb::object new_array(value_type type, int dimensions, const Py_ssize_t* shape, void*& data);
/// The same with the shape and type of another array; any type is allowed.
nb::object new_like(PyObject* other, void*& data);
/// A value as a NumPy number.
nb::object numpy_number(value_type type, const void* value);
/// The result of numpy.asarray(object).
nb::object as_array(nb::handle object);

/// Opens an object's memory until destruction. The object is a view or has a contiguous buffer.
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

/// PyTorch's objects.
struct torch_objects;

/// The memory of an `out` argument, if it is a NumPy array or PyTorch tensor (not a subclass) that is
/// contiguous, writable and of a known type. Otherwise type() is no_type, and the package's Python code
/// handles the object or reports an error.
class quick_out {
 public:
  explicit quick_out(nb::handle object);

  [[nodiscard]] value_type type() const { return type_; }
  /// The NumPy array; null for a tensor.
  [[nodiscard]] const array* as_array() const { return tensor_ == nullptr ? &array_ : nullptr; }
  const destination* operator->() const { return &at_; }
  const destination& operator*() const { return at_; }
  /// Tells PyTorch that a tensor's values have changed. Does nothing for an array.
  void written() const;

 private:
  void look_at_tensor(nb::handle tensor);

  destination at_;
  const torch_objects* torch_ = nullptr;  ///< null if PyTorch is not registered
  value_type type_ = no_type;
  array array_{};
  PyObject* tensor_ = nullptr;
};

}  // namespace tali::python
