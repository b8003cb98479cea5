// SPDX-License-Identifier: Apache-2.0
// The memory of NumPy's arrays and PyTorch's tensors, read without Python code.
#pragma once

#include <cstddef>
#include <string_view>

#include <nanobind/nanobind.h>

#include "fills.hpp"

namespace tali::python {

/// What PyTorch's objects are.
struct torch_objects;

/// The memory of an object, for as long as this lives, where the object is exactly a NumPy array or a PyTorch
/// tensor whose memory is contiguous, writable and of a type that the catalogue has. Nothing elsewhere: the
/// package's Python code then takes the object, or says what is wrong with it.
class quick_out {
 public:
  explicit quick_out(nb::handle object);
  ~quick_out();
  quick_out(const quick_out&) = delete;
  quick_out& operator=(const quick_out&) = delete;

  [[nodiscard]] bool known() const { return !type_.empty(); }
  /// The catalogue's name of the values' type.
  [[nodiscard]] std::string_view type() const { return type_; }
  const destination* operator->() const { return &at_; }
  const destination& operator*() const { return at_; }
  /// Tells PyTorch that a tensor's values have changed. Does nothing for an array.
  void written() const;

 private:
  void look_at_array(PyObject* array);
  void look_at_tensor(PyObject* tensor);

  destination at_;
  const torch_objects* torch_ = nullptr;  ///< null before a first tensor
  std::string_view type_;
  Py_buffer buffer_{};
  bool has_buffer_ = false;
  PyObject* tensor_ = nullptr;
};

/// Adds know_arrays() and know_tensors(), by which Python code says what the types are.
void add_quick_out(nb::module_& m);

}  // namespace tali::python
