// SPDX-License-Identifier: Apache-2.0
// A library with NVML's functions of the energy counter, for machines without a GPU. The GPU on bus 1B counts
// 1500 mJ a question, the one on bus 2C has no counter, and there is no other.
#include <cstring>

extern "C" {

int nvmlInit_v2() { return 0; }
int nvmlShutdown() { return 0; }
const char* nvmlErrorString(int code) { return code == 3 ? "no counter" : "no such device"; }

int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** device) {
  static char with_counter, without_counter;
  if (std::strcmp(id, "0000:1B:00.0") == 0) {
    *device = &with_counter;
  } else if (std::strcmp(id, "0000:2C:00.0") == 0) {
    *device = &without_counter;
  } else {
    return 6;
  }
  return 0;
}

int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
  static unsigned long long total = 1000000;
  void* without_counter = nullptr;
  nvmlDeviceGetHandleByPciBusId_v2("0000:2C:00.0", &without_counter);
  if (device == without_counter) return 3;
  *millijoules = total += 1500;
  return 0;
}
}
