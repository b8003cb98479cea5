// SPDX-License-Identifier: Apache-2.0
// All parts of tali that need no CUDA compiler. This header also works in kernels and .cu files.
#pragma once

#include <tali/any.hpp>
#include <tali/block.hpp>
#include <tali/catalogue.hpp>
#include <tali/device.hpp>
#include <tali/digest.hpp>
#include <tali/draws.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>
#include <tali/generator.hpp>
#include <tali/key.hpp>
#include <tali/sequence.hpp>
#include <tali/version.hpp>
