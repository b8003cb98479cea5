// SPDX-License-Identifier: Apache-2.0
// What owns the headers that tests share: cmake/testing.cmake, tali_share_test_headers.
int main() {}
