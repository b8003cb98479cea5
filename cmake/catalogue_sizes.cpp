// SPDX-License-Identifier: Apache-2.0
// How many engines the lists of the catalogue have, and how many objects share the kernels of a level, as
// text that cmake/catalogue.cmake finds in the object file: so it is known for a processor that this machine
// cannot run, too.
#include <tali/catalogue.hpp>

#include "cpu/kernels.hpp"

namespace {

struct size_text {
  char tens, ones, end = ',';
};
constexpr size_text text_of(int size) {
  return {static_cast<char>('0' + size / 10), static_cast<char>('0' + size % 10)};
}

}  // namespace

struct tali_catalogue_sizes {
  char mark[11];
  size_text sizes[5];
  char end;
};

extern const tali_catalogue_sizes tali_sizes_of_the_catalogue;
const tali_catalogue_sizes tali_sizes_of_the_catalogue = {
    {'t', 'a', 'l', 'i', '-', 's', 'i', 'z', 'e', 's', ':'},
    {text_of(tali::catalogue::engines::size), text_of(tali::catalogue::quasi_engines::size),
     text_of(tali::cpu_driver::rejection_parts), text_of(tali::cpu_driver::conversion_parts),
     text_of(tali::cpu_driver::array_parts)},
    '\0'};
