// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>

#include "laws.hpp"
#include "module.hpp"

namespace tali::python {

/// PyTorch's objects. The references are kept until the process ends.
struct torch_objects {
  PyObject* tensor = nullptr;   ///< torch.Tensor
  PyObject* strided = nullptr;  ///< torch.strided
  PyObject* stream = nullptr;   ///< function of a device number: address of the current stream
  PyObject* written = nullptr;  ///< function to call with a tensor after writing to it
  std::vector<std::pair<PyObject*, value_type>> types;  ///< pairs of dtype and type
};

namespace {

std::atomic<const torch_objects*> known_torch{nullptr};

/// The first fields of a NumPy array object, as in NumPy's C API since version 1.7. They do not depend on the
/// NumPy version at build time.
struct array_object {
  PyObject head;
  char* data;
  int dimensions;
  Py_ssize_t* shape;
  Py_ssize_t* strides;
  PyObject* base;
  PyObject* type;
  int flags;
};
enum array_flags : int { c_contiguous = 0x1, is_aligned = 0x100, is_writable = 0x400 };

/// NumPy's objects and functions. The references are kept until the process ends.
struct numpy_objects {
  PyObject* array_type = nullptr;
  PyObject* types[value_types] = {};  ///< dtypes
  PyObject* known = nullptr;          ///< a dict: type numbers, by objects that NumPy accepts as dtypes
  PyObject* as_array = nullptr;
  PyObject* (*empty)(int dimensions, const Py_ssize_t* shape, PyObject* type, int fortran) = nullptr;
  PyObject* (*scalar)(const void* value, PyObject* type, PyObject* base) = nullptr;
};
numpy_objects numpy;

const array_object& fields_of(PyObject* object) { return *reinterpret_cast<const array_object*>(object); }

/// Takes ownership of a new object. Throws Python's exception if it is null.
nb::object made_object(PyObject* made) {
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

nb::object new_of_type(PyObject* type, int dimensions, const Py_ssize_t* shape, void*& data) {
  Py_INCREF(type);
  nb::object made = made_object(numpy.empty(dimensions, shape, type, 0));
  data = fields_of(made.ptr()).data;
  return made;
}

/// The names of a tensor's attributes and methods, as interned Python strings.
struct attribute_names {
  nb::handle dtype = PyUnicode_InternFromString("dtype");
  nb::handle layout = PyUnicode_InternFromString("layout");
  nb::handle requires_grad = PyUnicode_InternFromString("requires_grad");
  nb::handle is_cuda = PyUnicode_InternFromString("is_cuda");
  nb::handle is_cpu = PyUnicode_InternFromString("is_cpu");
  nb::handle is_contiguous = PyUnicode_InternFromString("is_contiguous");
  nb::handle is_neg = PyUnicode_InternFromString("is_neg");
  nb::handle get_device = PyUnicode_InternFromString("get_device");
  nb::handle nbytes = PyUnicode_InternFromString("nbytes");
  nb::handle data_ptr = PyUnicode_InternFromString("data_ptr");
};

const attribute_names& names() {
  static const attribute_names interned;
  return interned;
}

std::uintptr_t number(const nb::object& object) {
  const unsigned long long x = PyLong_AsUnsignedLongLong(object.ptr());
  if (x == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) throw nb::python_error();
  return static_cast<std::uintptr_t>(x);
}

bool is_true(const nb::object& object) { return object.ptr() == Py_True; }

}  // namespace

value_type type_named(std::string_view name) {
  for (std::size_t t = 0; t < value_types; ++t) {
    if (name == type_names[t]) return static_cast<value_type>(t);
  }
  return no_type;
}

value_type type_of(PyObject* dtype) {
  PyObject* const found = PyDict_GetItemWithError(numpy.known, dtype);
  if (found == nullptr) {
    PyErr_Clear();  // the object is not hashable
    return no_type;
  }
  return static_cast<value_type>(PyLong_AsLong(found));
}

std::size_t array::size() const {
  std::size_t n = 1;
  for (int d = 0; d < dimensions; ++d) n *= static_cast<std::size_t>(shape[d]);
  return n;
}

bool is_known(PyObject* object, array& a, bool any_type) {
  if (reinterpret_cast<PyObject*>(Py_TYPE(object)) != numpy.array_type) return false;
  const array_object& o = fields_of(object);
  PyObject** const end = numpy.types + value_types;
  PyObject** const type = std::find(numpy.types, end, o.type);
  if (type == end && !any_type) return false;
  a = {o.data,
       o.dimensions,
       o.shape,
       o.strides,
       type == end ? no_type : static_cast<value_type>(type - numpy.types),
       (o.flags & c_contiguous) != 0,
       (o.flags & is_writable) != 0,
       (o.flags & is_aligned) != 0};
  return true;
}

nb::object new_array(value_type type, int dimensions, const Py_ssize_t* shape, void*& data) {
  return new_of_type(numpy.types[type], dimensions, shape, data);
}

nb::object new_like(PyObject* other, void*& data) {
  const array_object& o = fields_of(other);
  return new_of_type(o.type, o.dimensions, o.shape, data);
}

nb::object numpy_number(value_type type, const void* value) {
  return made_object(numpy.scalar(value, numpy.types[type], nullptr));
}

nb::object as_array(nb::handle object) { return nb::handle(numpy.as_array)(object); }

opened::opened(nb::handle object, bool writable) {
  array a;
  if (is_known(object.ptr(), a) && a.contiguous && (a.writable || !writable)) {
    at_.to = a.data;
    at_.bytes = a.bytes();
    return;
  }
  const view* v = nullptr;
  if (nb::try_cast(object, v) && v != nullptr) {
    at_ = *v;
    return;
  }
  if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_C_CONTIGUOUS | (writable ? PyBUF_WRITABLE : 0)) != 0)
    throw nb::python_error();
  has_buffer_ = true;
  at_.to = buffer_.buf;
  at_.bytes = static_cast<std::size_t>(buffer_.len);
}

opened::~opened() {
  if (has_buffer_) PyBuffer_Release(&buffer_);
}

quick_out::quick_out(nb::handle object) {
  PyObject* const type = reinterpret_cast<PyObject*>(Py_TYPE(object.ptr()));
  if (is_known(object.ptr(), array_)) {
    if (!array_.contiguous || !array_.writable) return;
    at_.to = array_.data;
    at_.bytes = array_.bytes();
    type_ = array_.type;
    return;
  }
  torch_ = known_torch.load(std::memory_order_acquire);
  if (torch_ != nullptr && type == torch_->tensor) {
    try {
      look_at_tensor(object);
    } catch (nb::python_error&) {  // such as a tensor without memory; Python's error is cleared already
      type_ = no_type;
    }
  }
}

void quick_out::look_at_tensor(nb::handle tensor) {
  const attribute_names& n = names();
  const auto is = [&](nb::handle name) { return is_true(tensor.attr(name)); };
  const auto answers = [&](nb::handle method) { return is_true(tensor.attr(method)()); };
  const nb::object dtype = tensor.attr(n.dtype);
  value_type type = no_type;
  for (const auto& [object, known] : torch_->types) {
    if (object == dtype.ptr()) type = known;
  }
  if (type == no_type || !nb::object(tensor.attr(n.layout)).is(torch_->strided) || is(n.requires_grad) ||
      !answers(n.is_contiguous) || answers(n.is_neg))
    return;
  if (is(n.is_cuda)) {
    const nb::object device = tensor.attr(n.get_device)();
    at_.on_gpu = true;
    at_.device = static_cast<int>(number(device));
    at_.stream = number(nb::handle(torch_->stream)(device));
  } else if (!is(n.is_cpu)) {
    return;
  }
  at_.bytes = number(tensor.attr(n.nbytes));
  // NOLINTNEXTLINE: Python passes an address as an integer
  at_.to = reinterpret_cast<void*>(number(tensor.attr(n.data_ptr)()));
  type_ = type;
  tensor_ = tensor.ptr();
}

void quick_out::written() const {
  if (tensor_ != nullptr) nb::handle(torch_->written)(nb::handle(tensor_));
}

void add_memory(nb::module_& m) {
  (void)names();  // initialised at import, so that no thread waits for another later
  (void)laws();
  m.def("know_arrays", [](nb::handle interface, nb::handle as_array, nb::dict types, nb::dict known) {
    auto** const functions = static_cast<void**>(PyCapsule_GetPointer(interface.ptr(), nullptr));
    if (functions == nullptr) throw nb::python_error();
    numpy.array_type = static_cast<PyObject*>(functions[2]);
    numpy.scalar = reinterpret_cast<decltype(numpy.scalar)>(functions[60]);
    numpy.empty = reinterpret_cast<decltype(numpy.empty)>(functions[184]);
    numpy.as_array = nb::borrow(as_array).release().ptr();
    const auto type_of_name = [](nb::handle name) { return type_named(nb::cast<std::string>(name)); };
    for (auto [name, dtype] : types) numpy.types[type_of_name(name)] = nb::borrow(dtype).release().ptr();
    nb::dict numbers;
    for (auto [given, name] : known) numbers[given] = nb::int_(static_cast<int>(type_of_name(name)));
    numpy.known = numbers.release().ptr();
  });
  m.def("know_tensors", [](nb::handle type, nb::handle strided, nb::dict types, nb::handle stream,
                           nb::handle written) {
    auto made = std::make_unique<torch_objects>();
    made->strided = nb::borrow(strided).release().ptr();
    made->stream = nb::borrow(stream).release().ptr();
    made->written = nb::borrow(written).release().ptr();
    for (auto [dtype, name] : types)
      made->types.emplace_back(nb::borrow(dtype).release().ptr(), type_named(nb::cast<std::string>(name)));
    made->tensor = nb::borrow(type).release().ptr();
    const torch_objects* none = nullptr;  // published once, complete: other threads read it
    if (known_torch.compare_exchange_strong(none, made.get())) (void)made.release();
  });
}

}  // namespace tali::python
