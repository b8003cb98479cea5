// NumPy's standard_normal, which is a ziggurat, called in its own C library.
#pragma once

#include <cstddef>

namespace tali::bench {

/// The next n numbers on one thread, as numpy.random.default_rng().standard_normal makes them.
void numpy_normal_f32(void* to, std::size_t n);
void numpy_normal_f64(void* to, std::size_t n);

}  // namespace tali::bench
