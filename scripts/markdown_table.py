# SPDX-License-Identifier: Apache-2.0
"""Prints tables of Markdown, for the reports of figures."""


def table(head, lines):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for line in lines:
        print("| " + " | ".join(line) + " |")
    print()
