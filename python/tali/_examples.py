# SPDX-License-Identifier: Apache-2.0
OUTPUTS: dict[str, str] = {}
