"""The loop of a Snaphook worker in Python: one JSON line in, one JSON line out.

Put this file next to yours and write:

    from snaphook_worker import serve

    def decide(event):
        ...

    serve(decide)

`decide` gets the event as a dict and gives back
    None    no opinion
    a str   no, and this is why (like exit code 2 with the text on stderr)
    a dict  the JSON answer
Python 3.8 or newer, nothing to install.
"""

import json
import os
import sys
import traceback


def serve(decide):
    # Keep the two pipes to the host for ourselves. Whatever is printed from here on, by you or by a program that
    # you start, goes to stderr and so to Snaphook's log; nobody else can read the events either.
    events = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)

    for line in events:  # ends when the host closes the pipe
        message = json.loads(line)
        answer = {"id": message["id"], **_answer(decide, message["event"])}
        sys.stdout.flush()
        answers.write(json.dumps(answer).encode() + b"\n")


def _answer(decide, event):
    try:
        said = decide(event)
        if said is None:
            return {}
        if isinstance(said, str):
            return {"exit": 2, "stderr": said}
        json.dumps(said)  # what cannot be written as JSON is a fault of this one event
        return {"answer": said}
    except Exception:
        # A fault costs this one event. The hook's `onFailure` says what follows.
        return {"exit": 1, "stderr": traceback.format_exc()}
