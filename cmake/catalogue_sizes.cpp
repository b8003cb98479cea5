// SPDX-License-Identifier: Apache-2.0
// How many engines the lists of the catalogue have, as text that cmake/catalogue.cmake finds in the object
// file: so it is known for a processor that this machine cannot run, too.
#include <tali/catalogue.hpp>

namespace {

struct size_text {
  char tens, ones, end = ',';
};
template <class List>
constexpr size_text size_of = {'0' + List::size / 10, '0' + List::size % 10};

}  // namespace

struct tali_catalogue_sizes {
  char mark[11];
  size_text sizes[3];
  char end;
};

extern const tali_catalogue_sizes tali_sizes_of_the_catalogue;
const tali_catalogue_sizes tali_sizes_of_the_catalogue = {
    {'t', 'a', 'l', 'i', '-', 's', 'i', 'z', 'e', 's', ':'},
    {size_of<tali::engines>, size_of<tali::quasi_engines>, size_of<tali::counter_engines>},
    '\0'};
