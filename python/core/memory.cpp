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

namespace tali::python {

/// PyTorch's objects. References to them are never released.
struct torch_objects {
  PyObject* tensor = nullptr;   ///< torch.Tensor
  PyObject* strided = nullptr;  ///< torch.strided
  PyObject* stream = nullptr;   ///< by a device's number, the address of the current stream
  PyObject* written = nullptr;  ///< is called with a tensor that was written to
  std::vector<std::pair<PyObject*, value_type>> types;  ///< by dtype
};

namespace {

std::atomic<const torch_objects*> known_torch{nullptr};

/// The first fields of NumPy's arrays, which its interface for C has had since 1.7, whatever version this is
/// built with.
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

/// NumPy's types and functions. References to them are never released.
struct numpy_objects {
  PyObject* array_type = nullptr;
  PyObject* types[value_types] = {};  ///< dtypes
  PyObject* known = nullptr;          ///< a dict: numbers of types, by objects that NumPy accepts as a dtype
  PyObject* as_array = nullptr;
  PyObject* (*empty)(int dimensions, const Py_ssize_t* shape, PyObject* type, int fortran) = nullptr;
  PyObject* (*scalar)(const void* value, PyObject* type, PyObject* base) = nullptr;
};
numpy_objects numpy;

const array_object& fields_of(PyObject* object) { return *reinterpret_cast<const array_object*>(object); }

/// The names of a tensor's attributes and methods, as Python strings.
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

/// An attribute; throws if Python raises an exception.
nb::object attribute(PyObject* object, PyObject* name) {
  PyObject* const found = PyObject_GetAttr(object, name);
  if (found == nullptr) throw nb::python_error();
  return nb::steal(found);
}

/// The result of a method without arguments; throws if Python raises an exception.
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
    PyErr_Clear();  // an object without a hash
    return no_type;
  }
  return static_cast<value_type>(PyLong_AsLong(found));
}

std::size_t array::size() const {
  std::size_t n = 1;
  for (int d = 0; d < dimensions; ++d) n *= static_cast<std::size_t>(shape[d]);
  return n;
}

bool is_array(PyObject* object) { return reinterpret_cast<PyObject*>(Py_TYPE(object)) == numpy.array_type; }

bool is_known(PyObject* object, array& a, bool any_type) {
  if (!is_array(object)) return false;
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
  Py_INCREF(numpy.types[type]);
  PyObject* const created = numpy.empty(dimensions, shape, numpy.types[type], 0);
  if (created == nullptr) throw nb::python_error();
  data = fields_of(created).data;
  return nb::steal(created);
}

nb::object new_like(PyObject* other, void*& data) {
  const array_object& o = fields_of(other);
  Py_INCREF(o.type);
  PyObject* const created = numpy.empty(o.dimensions, o.shape, o.type, 0);
  if (created == nullptr) throw nb::python_error();
  data = fields_of(created).data;
  return nb::steal(created);
}

nb::object numpy_number(value_type type, const void* value) {
  PyObject* const created = numpy.scalar(value, numpy.types[type], nullptr);
  if (created == nullptr) throw nb::python_error();
  return nb::steal(created);
}

nb::object as_array(nb::handle object) {
  PyObject* const created = PyObject_CallFunctionObjArgs(numpy.as_array, object.ptr(), nullptr);
  if (created == nullptr) throw nb::python_error();
  return nb::steal(created);
}

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
      look_at_tensor(object.ptr());
    } catch (nb::python_error&) {  // for example a tensor without memory: the exception clears the error
      type_ = no_type;
    }
  }
}

void quick_out::look_at_tensor(PyObject* tensor) {
  const attribute_names& n = names();
  const nb::object dtype = attribute(tensor, n.dtype);
  value_type type = no_type;
  for (const auto& [object, known] : torch_->types) {
    if (object == dtype.ptr()) type = known;
  }
  if (type == no_type || attribute(tensor, n.layout).ptr() != torch_->strided ||
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
  // NOLINTNEXTLINE: Python passes an address as an integer
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

void add_memory(nb::module_& m) {
  (void)names();  // made during the import of the module: no thread waits for another's
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
    for (auto [key, name] : known) numbers[key] = nb::int_(static_cast<int>(type_of_name(name)));
    numpy.known = numbers.release().ptr();
  });
  m.def("know_tensors", [](nb::handle type, nb::handle strided, nb::dict types, nb::handle stream,
                           nb::handle written) {
    auto objects = std::make_unique<torch_objects>();
    objects->strided = nb::borrow(strided).release().ptr();
    objects->stream = nb::borrow(stream).release().ptr();
    objects->written = nb::borrow(written).release().ptr();
    for (auto [dtype, name] : types)
      objects->types.emplace_back(nb::borrow(dtype).release().ptr(), type_named(nb::cast<std::string>(name)));
    objects->tensor = nb::borrow(type).release().ptr();
    const torch_objects* none = nullptr;  // set once, when complete, because other threads read it
    if (known_torch.compare_exchange_strong(none, objects.get())) (void)objects.release();
  });
}

}  // namespace tali::python
