// SPDX-License-Identifier: Apache-2.0
#include "quick_out.hpp"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>

namespace tali::python {

/// References are kept as long as the process lives.
struct torch_objects {
  PyObject* tensor = nullptr;   ///< torch.Tensor
  PyObject* strided = nullptr;  ///< torch.strided
  PyObject* stream = nullptr;   ///< of a device's number: the address of the current stream
  PyObject* written = nullptr;  ///< to be called with a tensor that was written to
  std::vector<std::pair<PyObject*, std::string>> types;  ///< dtypes, and the catalogue's names
};

namespace {

PyObject* array_type = nullptr;
std::atomic<const torch_objects*> known_torch{nullptr};

/// The names of a tensor's attributes and methods, as Python's own strings.
struct attribute_names {
  PyObject* dtype = PyUnicode_InternFromString("dtype");
  PyObject* layout = PyUnicode_InternFromString("layout");
  PyObject* requires_grad = PyUnicode_InternFromString("requires_grad");
  PyObject* is_cuda = PyUnicode_InternFromString("is_cuda");
  PyObject* is_cpu = PyUnicode_InternFromString("is_cpu");
  PyObject* is_contiguous = PyUnicode_InternFromString("is_contiguous");
  PyObject* is_neg = PyUnicode_InternFromString("is_neg");
  PyObject* get_device = PyUnicode_InternFromString("get_device");
  PyObject* nbytes = PyUnicode_InternFromString("nbytes");
  PyObject* data_ptr = PyUnicode_InternFromString("data_ptr");
};

const attribute_names& names() {
  static const attribute_names all;
  return all;
}

/// An attribute; throws what Python raised.
nb::object attribute(PyObject* object, PyObject* name) {
  PyObject* const found = PyObject_GetAttr(object, name);
  if (found == nullptr) throw nb::python_error();
  return nb::steal(found);
}

/// What a method without arguments returns; throws what Python raised.
nb::object called(PyObject* object, PyObject* name) {
  PyObject* const arguments[] = {object};
  PyObject* const result =
      PyObject_VectorcallMethod(name, arguments, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
  if (result == nullptr) throw nb::python_error();
  return nb::steal(result);
}

std::uintptr_t number(const nb::object& object) {
  const unsigned long long x = PyLong_AsUnsignedLongLong(object.ptr());
  if (x == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) throw nb::python_error();
  return static_cast<std::uintptr_t>(x);
}

bool is_true(const nb::object& object) { return object.ptr() == Py_True; }

/// The catalogue's name of a type by the buffer protocol's format; empty for another.
std::string_view type_of_format(const char* format, std::size_t bytes) {
  if (format == nullptr || std::strlen(format) != 1) return {};
  switch (*format) {
    case 'd':
      return "f64";
    case 'f':
      return "f32";
    case 'e':
      return "f16";
    case 'i':
    case 'l':
    case 'q':
      return bytes == 8 ? "i64" : bytes == 4 ? "i32" : "";
    case 'I':
    case 'L':
    case 'Q':
      return bytes == 8 ? "u64" : bytes == 4 ? "u32" : "";
    case 'B':
    case '?':
      return "u8";
    default:
      return {};
  }
}

}  // namespace

quick_out::quick_out(nb::handle object) {
  PyObject* const type = reinterpret_cast<PyObject*>(Py_TYPE(object.ptr()));
  torch_ = known_torch.load(std::memory_order_acquire);
  if (type == array_type) {
    look_at_array(object.ptr());
  } else if (torch_ != nullptr && type == torch_->tensor) {
    try {
      look_at_tensor(object.ptr());
    } catch (nb::python_error&) {  // such as a tensor without memory: the error is gone with the exception
      type_ = {};
    }
  }
}

quick_out::~quick_out() {
  if (has_buffer_) PyBuffer_Release(&buffer_);
}

void quick_out::look_at_array(PyObject* array) {
  if (PyObject_GetBuffer(array, &buffer_, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    return;
  }
  has_buffer_ = true;
  at_.to = buffer_.buf;
  at_.bytes = static_cast<std::size_t>(buffer_.len);
  type_ = type_of_format(buffer_.format, static_cast<std::size_t>(buffer_.itemsize));
}

void quick_out::look_at_tensor(PyObject* tensor) {
  const attribute_names& n = names();
  const nb::object dtype = attribute(tensor, n.dtype);
  std::string_view type;
  for (const auto& [object, name] : torch_->types) {
    if (object == dtype.ptr()) type = name;
  }
  if (type.empty() || attribute(tensor, n.layout).ptr() != torch_->strided ||
      is_true(attribute(tensor, n.requires_grad)) || !is_true(called(tensor, n.is_contiguous)) ||
      is_true(called(tensor, n.is_neg)))
    return;
  if (is_true(attribute(tensor, n.is_cuda))) {
    const nb::object device = called(tensor, n.get_device);
    at_.on_gpu = true;
    at_.device = static_cast<int>(number(device));
    PyObject* const stream = PyObject_CallFunctionObjArgs(torch_->stream, device.ptr(), nullptr);
    if (stream == nullptr) throw nb::python_error();
    at_.stream = number(nb::steal(stream));
  } else if (!is_true(attribute(tensor, n.is_cpu))) {
    return;
  }
  at_.bytes = number(attribute(tensor, n.nbytes));
  // NOLINTNEXTLINE: an address travels through Python as an integer
  at_.to = reinterpret_cast<void*>(number(called(tensor, n.data_ptr)));
  type_ = type;
  tensor_ = tensor;
}

void quick_out::written() const {
  if (tensor_ == nullptr) return;
  PyObject* const result = PyObject_CallFunctionObjArgs(torch_->written, tensor_, nullptr);
  if (result == nullptr) throw nb::python_error();
  Py_DECREF(result);
}

void add_quick_out(nb::module_& m) {
  (void)names();  // made while the module is imported: no thread waits for another's
  m.def("know_arrays", [](nb::handle type) { array_type = nb::borrow(type).release().ptr(); });
  m.def("know_tensors",
        [](nb::handle type, nb::handle strided, nb::dict types, nb::handle stream, nb::handle written) {
          auto made = std::make_unique<torch_objects>();
          made->strided = nb::borrow(strided).release().ptr();
          made->stream = nb::borrow(stream).release().ptr();
          made->written = nb::borrow(written).release().ptr();
          for (auto [dtype, name] : types)
            made->types.emplace_back(nb::borrow(dtype).release().ptr(), nb::cast<std::string>(name));
          made->tensor = nb::borrow(type).release().ptr();
          const torch_objects* none = nullptr;  // other threads read what is published once, and whole
          if (known_torch.compare_exchange_strong(none, made.get())) (void)made.release();
        });
}

}  // namespace tali::python
