"""Completions as a person gets them: words are begun in each shell, Tab is pressed, and a function shows what became of them.

FUNNEL_PROGRAM names the program. bash, zsh and fish have to be there.
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time

PROGRAM = os.environ["FUNNEL_PROGRAM"]
PATIENCE = 60.0

LINES = {
    # What is typed, a Tab after each word, and what it becomes: nouns, verbs, flags, flags of all commands, words of a flag.
    "api dom li --lim": "api domains list --limit",
    "api qr-c png-d": "api qr-codes png-download",
    "api webhooks upd --desc": "api webhooks update --description",
    "api mem li --js": "api members list --json",
    "owner cr --pl": "owner create --plan",
}

STARTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source <('{program}' completions bash)"),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -u -D; source <('{program}' completions zsh)"),
}


class Terminal:
    """A shell that believes a person types."""

    def __init__(self, command: list[str]) -> None:
        child, self._terminal = pty.fork()
        if child == 0:
            # Wide, so that no line is wrapped; without colours.
            os.environ.update(TERM="dumb", PS1="> ", COLUMNS="2000", HISTFILE="/dev/null")
            os.execvp(command[0], command)
        self._child = child

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def until(self, words: str) -> str:
        """What is shown from `words` to the end of their line."""
        shown, deadline = b"", time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if select.select([self._terminal], [], [], 1.0)[0]:
                shown += os.read(self._terminal, 65536)
            _, found, rest = shown.partition(words.encode())
            if found and b"\n" in rest:
                # zsh leaves the sign that a value would follow.
                return rest.partition(b"\n")[0].decode().strip().removesuffix("=")
        raise AssertionError(f"{words} was not shown: {shown.decode()}")

    def end(self) -> None:
        os.close(self._terminal)
        os.waitpid(self._child, 0)


def completed(shell: str) -> dict[str, str]:
    command, start = STARTS[shell]
    terminal = Terminal(command)
    # In two parts, so that the echo of the line is not taken for what the function shows.
    terminal.type(start.format(program=PROGRAM) + "; funnel() { echo 'GO''T:' \"$@\"; }; echo 'REA''DY:'\n")
    terminal.until("READY:")
    found = {}
    for line in LINES:
        terminal.type("funnel " + "".join(f"{word}\t" for word in line.split()) + "\n")
        found[line] = terminal.until("GOT:")
    terminal.end()
    return found


def completed_by_fish() -> dict[str, str]:
    found = {}
    for line in LINES:
        words: list[str] = []
        for word in line.split():
            asked = f"'{PROGRAM}' completions fish | source; complete -C 'funnel {' '.join([*words, word])}'"
            reported = subprocess.run(["fish", "--no-config", "-c", asked], check=True, capture_output=True, text=True).stdout
            candidates = [candidate.split("\t")[0] for candidate in reported.splitlines()]
            # Tab writes what all candidates begin with.
            words.append(os.path.commonprefix(candidates) or word)
        found[line] = " ".join(words)
    return found


def main() -> int:
    status = 0
    for shell in (*STARTS, "fish"):
        found = completed_by_fish() if shell == "fish" else completed(shell)
        for line, expected in LINES.items():
            if found[line] != expected:
                print(f"{shell}: {line!r} became {found[line]!r}, not {expected!r}")
                status = 1
        print(f"{shell}: {len(LINES)} lines completed")
    return status


if __name__ == "__main__":
    sys.exit(main())
