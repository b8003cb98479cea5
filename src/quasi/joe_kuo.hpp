// SPDX-License-Identifier: Apache-2.0
// The table of data/new-joe-kuo-6.txt, as text.
#pragma once

#include <string_view>

namespace tali::detail {

std::string_view joe_kuo_text();

}  // namespace tali::detail
