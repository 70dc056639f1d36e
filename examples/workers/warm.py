#!/usr/bin/env python3
"""Runs an existing Python hook, unchanged, without waiting for Python to start.

In the settings, in place of  {"type": "command", "command": "python3 hooks/guard.py"}:
    {"type": "worker", "command": "python3", "args": ["examples/workers/warm.py", "hooks/guard.py"]}

This process stays. It has imported, once, what the hook imports from the standard library. For each event it makes
a copy of itself (`fork`), and the copy becomes the hook: stdin has the payload, what it prints and its exit code are
the answer, and then it is gone. Nothing of one event is seen by the next. The hook's file is read anew each time.

NOT for hooks that
  - need their parent's pid, or a terminal;
  - count on another hash seed for each run (sets keep one order while this process lives);
  - start with special options of the interpreter (-X, -W, -I ...): give those to this process instead;
  - run on Windows: there is no fork.
A hook that was killed by a signal is reported with exit code 128 + the signal, as shells do.
Python 3.8 or newer, nothing to install.
"""

import ast
import gc
import importlib
import importlib.machinery
import json
import os
import selectors
import signal
import sys
import time
import types

# What nearly every hook imports.
COMMON = ["json", "os", "re", "sys", "pathlib", "shlex", "subprocess", "traceback"]
# Bytes kept of each stream; one more, so that the host sees that there was more.
KEPT = int(os.environ.get("SNAPHOOK_OUTPUT_BYTES", "102400")) + 1
# Whoever prints this much is stopped.
FLOOD = 8 * 1024 * 1024
# A background child may hold the pipes after the hook has ended.
DRAIN_SECONDS = 0.25
# Variables that tell a hook about its event, and where the payload says it. Those of other hosts only where they are
# in use.
FACTS = {
    "SNAPHOOK_EVENT": "hook_event_name",
    "HOOK_EVENT": "hook_event_name",
    "HOOK_TOOL_NAME": "tool_name",
    "HOOK_SESSION_ID": "session_id",
}


def imports_of(path):
    """The names of modules that a script imports at its top level."""
    try:
        with open(path, "rb") as file:
            body = ast.parse(file.read()).body
    except (OSError, SyntaxError, ValueError):
        return []  # the run will say it
    names = []
    for statement in body:
        if isinstance(statement, ast.Import):
            names += [alias.name for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            names.append(statement.module)
    return names


def preload(path):
    # Only the standard library: a module of the project may change, and may do things when it is imported.
    standard = getattr(sys, "stdlib_module_names", COMMON)
    folder = os.path.dirname(os.path.abspath(path))
    for name in COMMON + imports_of(path):
        top = name.split(".")[0]
        # A file next to the script goes before the standard library.
        beside = os.path.join(folder, top)
        if top not in standard or top in ("this", "antigravity", "__main__"):
            continue
        if os.path.exists(beside + ".py") or os.path.isdir(beside):
            continue
        try:
            importlib.import_module(name)
        except Exception:
            pass  # the run will say it
    gc.collect()
    gc.freeze()  # the copies share this memory as long as nobody writes to it


class Run:
    """One event: the copy that is the hook, and the pipes to it."""

    def __init__(self, ident, payload):
        self.id = ident
        self.payload = memoryview(payload)
        self.printed = {"stdout": bytearray(), "stderr": bytearray()}
        self.total = 0
        self.outputs = 2
        self.fds = set()
        self.status = None
        self.give_up = None


class Warm:
    def __init__(self, script, arguments):
        self.script, self.arguments = script, arguments
        # The two pipes to the host are ours alone; whatever else is printed goes to the log.
        self.events = os.dup(0)
        self.answers = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self.runs = {}
        self.unread = bytearray()
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.events, selectors.EVENT_READ, self.read_events)
        # A byte arrives here whenever a copy has ended.
        self.bell, self.ring = os.pipe()
        os.set_blocking(self.bell, False)
        os.set_blocking(self.ring, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self.ring, warn_on_full_buffer=False)
        self.selector.register(self.bell, selectors.EVENT_READ, self.hear_bell)

    def serve(self):
        while True:
            waits = [run.give_up for run in self.runs.values() if run.give_up is not None]
            timeout = max(0, min(waits) - time.monotonic()) if waits else None
            for key, _ in self.selector.select(timeout):
                # An earlier one of this round may have closed it.
                if key.fd in self.selector.get_map():
                    key.data()
            for pid, run in list(self.runs.items()):
                late = run.give_up is not None and time.monotonic() >= run.give_up
                if run.status is not None and (run.outputs == 0 or late):
                    self.answer(pid, run)

    def read_events(self):
        chunk = os.read(self.events, 1 << 20)
        if not chunk:
            for pid in self.runs:
                os.kill(pid, signal.SIGKILL)
            os._exit(0)  # the host has gone
        self.unread += chunk
        while b"\n" in self.unread:
            line, _, self.unread = self.unread.partition(b"\n")
            self.start(bytes(line))

    def start(self, line):
        message = json.loads(line)
        ident = message["id"]
        # The payload as the host wrote it. The host always writes `{"id":"7","event":` before it and `}` behind it.
        payload = line[len('{"id":"%s","event":' % ident) : -1] + b"\n"
        run = Run(ident, payload)
        pipes = [os.pipe(), os.pipe(), os.pipe()]
        pid = os.fork()
        if pid == 0:
            self.become(pipes, message["event"])
            return
        (stdin, feed), (out, stdout), (err, stderr) = pipes
        for fd in (stdin, stdout, stderr):
            os.close(fd)
        self.runs[pid] = run
        run.fds = {feed, out, err}
        os.set_blocking(feed, False)
        self.selector.register(feed, selectors.EVENT_WRITE, lambda: self.feed(run, feed))
        for fd, name in ((out, "stdout"), (err, "stderr")):
            self.selector.register(
                fd, selectors.EVENT_READ, lambda fd=fd, name=name: self.collect(pid, run, fd, name)
            )

    def become(self, pipes, event):
        """In the copy: everything as if Python had just been started with the script."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for target, fd in enumerate((pipes[0][0], pipes[1][1], pipes[2][1])):
            os.dup2(fd, target)
        self.selector.close()
        os.closerange(3, 4096)
        for name, field in FACTS.items():
            if isinstance(event, dict) and (name in os.environ or name == "SNAPHOOK_EVENT"):
                os.environ[name] = str(event.get(field) or "")
        raise Become(self.script, self.arguments)

    def feed(self, run, fd):
        try:
            run.payload = run.payload[os.write(fd, run.payload[:65536]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            run.payload = run.payload[:0]  # a hook need not read
        if not run.payload:
            self.close(run, fd)

    def collect(self, pid, run, fd, name):
        chunk = os.read(fd, 65536)
        if not chunk:
            run.outputs -= 1
            self.close(run, fd)
            return
        kept = run.printed[name]
        kept += chunk[: max(0, KEPT - len(kept))]
        run.total += len(chunk)
        if run.total > FLOOD and run.status is None:
            os.kill(pid, signal.SIGKILL)

    def hear_bell(self):
        os.read(self.bell, 4096)
        for pid, run in self.runs.items():
            if run.status is not None:
                continue
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                run.status = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)
                run.give_up = time.monotonic() + DRAIN_SECONDS

    def answer(self, pid, run):
        del self.runs[pid]
        for fd in list(run.fds):
            self.close(run, fd)
        texts = {name: bytes(kept).decode("latin-1") for name, kept in run.printed.items() if kept}
        frame = json.dumps({"id": run.id, "exit": run.status, **texts}, ensure_ascii=False)
        # Byte for byte what was printed, be it UTF-8 or not.
        rest = memoryview(frame.encode("latin-1") + b"\n")
        while rest:
            rest = rest[os.write(self.answers, rest) :]

    def close(self, run, fd):
        run.fds.remove(fd)
        self.selector.unregister(fd)
        os.close(fd)


class Become(BaseException):
    """Unwinds a copy out of the loop, so that nothing of the loop is left below the hook."""


def run_as_main(script, arguments):
    sys.argv = [script, *arguments]
    sys.path[0] = os.path.dirname(os.path.realpath(script))
    importlib.invalidate_caches()
    shown = os.path.abspath(script) if sys.version_info >= (3, 9) else script
    try:
        with open(script, "rb") as file:
            source = file.read()
    except OSError as error:
        where = f"{sys.executable}: can't open file {shown!r}"
        sys.stderr.write(f"{where}: [Errno {error.errno}] {error.strerror}\n")
        sys.exit(2)
    main = types.ModuleType("__main__")
    main.__file__ = shown
    main.__builtins__ = __builtins__
    main.__dict__.update(__annotations__={}, __cached__=None)
    sys.modules["__main__"] = main
    main.__loader__ = importlib.machinery.SourceFileLoader("__main__", shown)
    # Frames of this file do not belong into a traceback of the hook.
    try:
        code = compile(source, shown, "exec", dont_inherit=True)
    except BaseException:
        kind, error, _ = sys.exc_info()
        sys.excepthook(kind, error.with_traceback(None), None)
        sys.exit(1)
    try:
        exec(code, main.__dict__)
    except SystemExit:
        raise
    except BaseException:
        kind, error, trace = sys.exc_info()
        sys.excepthook(kind, error.with_traceback(trace.tb_next), trace.tb_next)
        sys.exit(1)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: warm.py SCRIPT [ARGUMENT ...]")
    preload(sys.argv[1])
    become = None
    try:
        Warm(sys.argv[1], sys.argv[2:]).serve()
    except Become as order:
        become = order.args
    if become:
        run_as_main(*become)
