// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include "cuda.hpp"
#include "memory.hpp"
#include "module.hpp"

namespace tali::python {

namespace {

// DLPack's structures, as its specification fixes them.
struct tensor {
  void* data;
  std::int32_t device_type;
  std::int32_t device_id;
  std::int32_t dimensions;
  std::uint8_t code, bits;
  std::uint16_t lanes;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t offset;
};
struct managed_tensor {
  tensor of;
  void* context;
  void (*deleter)(managed_tensor*);
};
struct versioned_tensor {
  std::uint32_t major, minor;
  void* context;
  void (*deleter)(versioned_tensor*);
  std::uint64_t flags;
  tensor of;
};
constexpr std::uint64_t read_only_flag = 1;
enum device : std::int32_t { on_cpu = 1, on_cuda = 2, on_cuda_host = 3, on_cuda_managed = 13 };

/// Reads a capsule: its memory, type and shape. The capsule is not consumed: it keeps its owner, and frees
/// the tensor when it is destroyed.
nb::object look(nb::handle capsule, std::uintptr_t stream) {
  const tensor* t = nullptr;
  bool read_only = false;
  if (PyCapsule_IsValid(capsule.ptr(), "dltensor_versioned") != 0) {
    const auto* v = static_cast<versioned_tensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor_versioned"));
    if (v->major != 1) throw nb::buffer_error("unknown DLPack version of out; expected 1");
    read_only = (v->flags & read_only_flag) != 0;
    t = &v->of;
  } else if (PyCapsule_IsValid(capsule.ptr(), "dltensor") != 0) {
    t = &static_cast<managed_tensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"))->of;
  } else {
    throw nb::type_error("out.__dlpack__() does not return a DLPack capsule");
  }
  const bool host = t->device_type == on_cpu || t->device_type == on_cuda_host;
  if (!host && t->device_type != on_cuda && t->device_type != on_cuda_managed) {
    throw nb::value_error("out is on an unsupported device; expected CPU or CUDA memory");
  }
  std::size_t count = 1;
  bool contiguous = t->lanes == 1;
  nb::list shape;
  for (int k = t->dimensions; k-- > 0;) {
    const std::int64_t size = t->shape[k];
    if (t->strides != nullptr && size != 1 && t->strides[k] != static_cast<std::int64_t>(count))
      contiguous = false;
    count *= static_cast<std::size_t>(size);
    shape.insert(0, nb::int_(size));
  }
  if (count == 0) contiguous = true;
  view v;
  v.to = static_cast<char*>(t->data) + t->offset;
  v.bytes = count * t->bits / 8;
  v.on_gpu = !host;
  v.device = t->device_id;
  v.stream = stream;
  v.owner = nb::borrow(capsule);
  return nb::make_tuple(nb::cast(std::move(v)), nb::tuple(shape), t->code, t->bits, contiguous, read_only);
}

/// Memory that `owner` keeps alive: a destination without a capsule. A negative device is the CPU.
view view_of(std::uintptr_t address, std::size_t bytes, int device, std::uintptr_t stream, nb::object owner) {
  view v;
  v.to = reinterpret_cast<void*>(address);
  v.bytes = bytes;
  v.on_gpu = device >= 0;
  v.device = device < 0 ? 0 : device;
  v.stream = stream;
  v.owner = std::move(owner);
  return v;
}

/// New memory on a device.
struct device_memory {
  device_memory(std::size_t bytes, int device)
      : memory{.to = gpu_allocate(device, bytes), .bytes = bytes, .on_gpu = true, .device = device} {}
  ~device_memory() { gpu_free(memory.device, memory.to); }
  device_memory(const device_memory&) = delete;
  device_memory& operator=(const device_memory&) = delete;

  destination memory;
};

/// A DLPack capsule of device memory, which exists as long as the capsule's tensor.
nb::object capsule_of(nb::object memory, nb::sequence shape, int code, int bits) {
  const destination& m = nb::cast<const device_memory&>(memory).memory;
  std::vector<std::size_t> sizes;
  for (nb::handle s : shape) sizes.push_back(nb::cast<std::size_t>(s));
  const nb::dlpack::dtype type{static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits), 1};
  return nb::cast(nb::ndarray<>(m.to, sizes.size(), sizes.data(), memory, nullptr, type, on_cuda, m.device));
}

}  // namespace

void add_dlpack(nb::module_& m) {
  nb::class_<view>(m, "View", "Memory of another framework, as a destination.")
      .def_prop_ro("bytes", [](const view& v) { return v.bytes; })
      .def_prop_ro("on_gpu", [](const view& v) { return v.on_gpu; })
      .def_prop_ro("device", [](const view& v) { return v.device; })
      .def_prop_ro("stream", [](const view& v) { return v.stream; })
      .def("wait", [](const view& v) {
        nb::gil_scoped_release without_lock;
        gpu_wait(v);
      });
  m.def("dlpack_view", &look, nb::arg("capsule"), nb::arg("stream") = 0,
        "View, shape, type code, bits, whether contiguous, whether read-only.");
  m.def("view_of", &view_of, nb::arg("address"), nb::arg("bytes"), nb::arg("device"), nb::arg("stream"),
        nb::arg("owner"), "A View of memory that `owner` keeps alive; device -1 is the CPU.");
  nb::class_<device_memory>(m, "DeviceMemory", "New memory on a device.")
      .def(nb::init<std::size_t, int>(), nb::arg("bytes"), nb::arg("device") = 0)
      .def_prop_ro("device", [](const device_memory& m) { return m.memory.device; })
      .def_prop_ro("address",
                   [](const device_memory& m) { return reinterpret_cast<std::uintptr_t>(m.memory.to); })
      .def_prop_ro("view",
                   [](nb::object m) {
                     return view{nb::cast<const device_memory&>(m).memory, m};
                   })
      .def(
          "view_on",
          [](nb::object m, std::uintptr_t stream) {
            view v{nb::cast<const device_memory&>(m).memory, m};
            v.stream = stream;
            return v;
          },
          nb::arg("stream"))
      .def("capsule", &capsule_of, nb::arg("shape"), nb::arg("code"), nb::arg("bits"));
}

}  // namespace tali::python
