# SPDX-License-Identifier: Apache-2.0
"""The wording of the command's errors: the section [command] of tests/data/messages.txt."""

import pathlib
import shlex
import unittest

from command import CommandTest, run

LIST = pathlib.Path(__file__).parents[1] / "data" / "messages.txt"


def messages(section):
    """The calls of a section and their messages."""
    lines = LIST.read_text().partition(f"[{section}]\n")[2].partition("\n\n")[0].splitlines()
    return [(call, message[2:]) for call, message in zip(lines[::2], lines[1::2])]


class Messages(CommandTest):
    def test_every_message_is_the_listed_one(self):
        listed = messages("command")
        self.assertGreater(len(listed), 20)
        for call, message in listed:
            with self.subTest(call=call):
                done = run(*shlex.split(call)[1:])
                self.assertRefused(done)
                said = done.stderr.decode().removeprefix("tali: ").rstrip("\n")
                whole = not message.endswith("...")
                self.assertEqual(said if whole else said[: len(message) - 3], message if whole else message[:-3])


if __name__ == "__main__":
    unittest.main()
