import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wireEnding } from "../../src/interpret/index.js";
import type { ProcessResult } from "../../src/run/index.js";
import { WorkerWorkspace, never, stdoutOf } from "./worker-workspace.js";

let workspace: WorkerWorkspace;
beforeAll(async () => {
  workspace = await WorkerWorkspace.open("in place");
  writeFileSync(join(workspace.project, "beside.py"), "word = 'beside'\n");
  writeFileSync(join(workspace.project, "beside.mjs"), "export const word = 'beside';\n");
});
afterAll(async () => {
  await workspace.end();
});

// The interpreter itself: a shim that looks for it would be timed as well.
const python = execFileSync("python3", ["-c", "import sys; print(sys.executable)"], {
  encoding: "utf8",
}).trim();
const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", text: "é ✓ \u2028 𝄞" };
const large = { text: "é".repeat(500_000) };
/** With the end of its line. */
const largeBytes = Buffer.byteLength(JSON.stringify(large)) + 1;

interface Language {
  readonly file: string;
  readonly wrapper: string;
}
const inPython: Language = { file: python, wrapper: resolve("examples/workers/warm.py") };
const inNode: Language = { file: process.execPath, wrapper: resolve("examples/workers/warm.mjs") };

function warm({ file, wrapper }: Language, script: string, event: object): Promise<ProcessResult> {
  const args = [wrapper, script, "an argument", "--flag"];
  return workspace.run(event, { key: script, file, args });
}

function cold({ file }: Language, script: string, event: object): Promise<ProcessResult> {
  const args = [script, "an argument", "--flag"];
  const { cwd, timeoutMs, outputBytes } = workspace.spec({});
  const env = { SNAPHOOK_EVENT: "PreToolUse" };
  const stdin = `${JSON.stringify(event)}\n`;
  return workspace.runner.run({ file, args, cwd, env, stdin, timeoutMs, outputBytes }, never);
}

/** Byte for byte. Whether bytes are UTF-8 is seen later in a cold run, and at once in a warm one. */
const bytesOf = ({ ending, stdout, stderr, cut }: ProcessResult): object => ({
  ...wireEnding(ending),
  stdout: Buffer.from(stdout).toString("latin1"),
  stderr: Buffer.from(stderr).toString("latin1"),
  cut,
});

/** What a hook does in a cold run: a part of what it prints, or nothing. Else a warm run that fails could look like a cold one. */
interface Does {
  readonly exit: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

async function compare(
  language: Language,
  name: string,
  code: string | null,
  { exit, stdout = "", stderr = "" }: Does,
  event: object = payload,
): Promise<void> {
  if (code !== null) writeFileSync(join(workspace.project, name), code);
  const usual = bytesOf(await cold(language, name, event));
  const partly = (text: string): unknown => (text === "" ? "" : expect.stringContaining(text));
  expect(usual).toMatchObject({ exit, stdout: partly(stdout), stderr: partly(stderr) });
  expect([
    bytesOf(await warm(language, name, event)),
    bytesOf(await warm(language, name, event)),
  ]).toEqual([usual, usual]);
}

describe("a Python hook does in a warm interpreter what it does in a cold one", () => {
  const hooks: readonly [string, string, Does][] = [
    [
      "answers with JSON",
      "import json, sys\nevent = json.load(sys.stdin)\nprint(json.dumps({'decision': 'block', 'reason': event['text']}, ensure_ascii=False))",
      { exit: 0, stdout: '"decision": "block"' },
    ],
    [
      "blocks",
      "import sys\nprint('no', file=sys.stderr)\nsys.exit(2)",
      { exit: 2, stderr: "no\n" },
    ],
    [
      "leaves with a text",
      "import sys\nprint('out')\nsys.exit('bad luck ü')",
      { exit: 1, stdout: "out\n", stderr: "bad luck" },
    ],
    ["leaves with a code past 255", "raise SystemExit(258)", { exit: 2 }],
    [
      "raises",
      "def f(x):\n    return 1 / x\n\ndef g():\n    f(0)\n\nprint('before')\ng()",
      { exit: 1, stdout: "before\n", stderr: "ZeroDivisionError" },
    ],
    [
      "raises from another error",
      "try:\n    {}['a']\nexcept KeyError as error:\n    raise ValueError('b') from error",
      { exit: 1, stderr: "ValueError: b" },
    ],
    ["has a syntax error", "print('a'\nif then:\n  x", { exit: 1, stderr: "SyntaxError" }],
    [
      "prints bytes that are no text",
      "import sys\nsys.stdout.buffer.write(bytes(range(256)))\nsys.stderr.buffer.write(b'\\xff\\n')",
      { exit: 0, stdout: "\x00\x01", stderr: "\xff\n" },
    ],
    [
      "looks at where it is",
      "import os, sys\nprint(sys.argv, __name__, __file__, sys.path[0], os.getcwd(), os.environ['SNAPHOOK_EVENT'], __doc__, sorted(k for k in globals()))\nprint(sys.stdin.encoding, sys.stdout.encoding, sys.stdout.line_buffering, sys.stdin.isatty())\nprint(sorted(os.listdir('/proc/self/fd'))[:3])",
      { exit: 0, stdout: "'an argument', '--flag'] __main__ " },
    ],
    [
      "imports what is next to it",
      "import beside\nprint(beside.word)",
      { exit: 0, stdout: "beside\n" },
    ],
    [
      "leaves without flushing",
      "import os, sys\nprint('lost')\nsys.stderr.write('seen\\n')\nos._exit(7)",
      { exit: 7, stderr: "seen\n" },
    ],
    [
      "says goodbye",
      "import atexit, threading\natexit.register(print, 'bye')\nthreading.Thread(target=lambda: print('thread')).start()\nprint('main')",
      { exit: 0, stdout: "bye\n" },
    ],
    [
      "hands its pipes to a program",
      "import subprocess, sys\nprint('first', flush=True)\nsys.exit(subprocess.run(['sh', '-c', 'cat; echo second; exit 3']).returncode)",
      { exit: 3, stdout: "second\n" },
    ],
    ["reads nothing", "print('deaf')", { exit: 0, stdout: "deaf\n" }],
    [
      "reads a line",
      "print(len(input()))",
      { exit: 0, stdout: `${[...JSON.stringify(payload)].length}\n` },
    ],
    [
      "keeps state",
      "import json\njson.count = getattr(json, 'count', 0) + 1\nprint(json.count)",
      { exit: 0, stdout: "1\n" },
    ],
    [
      "has its own hook for errors",
      "import sys\nsys.excepthook = lambda kind, error, trace: print('mine', error, trace.tb_lineno)\nraise KeyError('k')",
      { exit: 1, stdout: "mine 'k' 3\n" },
    ],
    [
      "makes a copy of itself",
      "import os\npid = os.fork()\nif pid:\n    os.waitpid(pid, 0)\nprint('parent' if pid else 'child', flush=True)",
      { exit: 0, stdout: "child\nparent\n" },
    ],
    ["prints much", "print('x' * 300_000)", { exit: 0, stdout: "x".repeat(10_000) }],
    [
      "guards its main part",
      "import sys\ndef main():\n    sys.stdout.write(sys.stdin.read().upper())\nif __name__ == '__main__':\n    main()",
      { exit: 0, stdout: '"HOOK_EVENT_NAME":"PRETOOLUSE"' },
    ],
    [
      "pickles its own class",
      "import pickle\nclass A:\n    pass\nprint(type(pickle.loads(pickle.dumps(A()))) is A)",
      { exit: 0, stdout: "True\n" },
    ],
    ["does nothing", "", { exit: 0 }],
  ];

  test.concurrent.each(hooks)("that %s", async (name, code, does) => {
    await compare(inPython, `${name.replaceAll(" ", "-")}.py`, code, does);
  });

  test("that is not UTF-8, but for the words of the error", async () => {
    writeFileSync(join(workspace.project, "latin.py"), Buffer.from("print('\xff')", "latin1"));
    const results = [
      bytesOf(await cold(inPython, "latin.py", payload)),
      bytesOf(await warm(inPython, "latin.py", payload)),
    ];
    const stderr: unknown = expect.stringMatching(/^SyntaxError: .*UTF-8/im);
    const failed = { exit: 1, stdout: "", stderr, cut: false };
    expect(results).toEqual([failed, failed]);
  });

  test("that is given 1 MB", async () => {
    const code = "import sys\nprint(len(sys.stdin.buffer.read()))";
    await compare(inPython, "large.py", code, { exit: 0, stdout: `${largeBytes}\n` }, large);
  });

  test("that is not there", async () => {
    await compare(inPython, "gone.py", null, { exit: 2, stderr: "No such file" });
  });
});

describe("a Node hook does in a waiting process what it does in a cold one", () => {
  const hooks: readonly [string, string, Does][] = [
    [
      "answers.mjs",
      "import { readFileSync } from 'node:fs';\nconst event = JSON.parse(readFileSync(0, 'utf8'));\nconsole.log(JSON.stringify({ decision: 'block', reason: event.text }));",
      { exit: 0, stdout: '"decision":"block"' },
    ],
    [
      "streams.mjs",
      "let text = '';\nfor await (const chunk of process.stdin) text += chunk;\nprocess.stdout.write(text.toUpperCase());",
      { exit: 0, stdout: '"HOOK_EVENT_NAME":"PRETOOLUSE"' },
    ],
    ["blocks.mjs", "console.error('no');\nprocess.exit(2);", { exit: 2, stderr: "no\n" }],
    [
      "sets-a-code.cjs",
      "process.exitCode = 5;\nprocess.on('exit', (code) => console.log('bye', code));",
      { exit: 5, stdout: "bye 5\n" },
    ],
    [
      "throws.mjs",
      "function f() { throw new Error('é'); }\nconsole.log('before');\nf();",
      { exit: 1, stdout: "before\n", stderr: "Error: " },
    ],
    [
      "throws.cjs",
      "function f() { throw new TypeError('é'); }\nconsole.log('before');\nf();",
      { exit: 1, stdout: "before\n", stderr: "TypeError: " },
    ],
    [
      "rejects.mjs",
      "await Promise.reject(new Error('later'));",
      { exit: 1, stderr: "Error: later" },
    ],
    [
      "forgets-a-promise.cjs",
      "Promise.reject(new Error('forgotten'));",
      { exit: 1, stderr: "Error: forgotten" },
    ],
    ["has-a-syntax-error.mjs", "if then", { exit: 1, stderr: "SyntaxError" }],
    ["has-a-syntax-error.cjs", "if then", { exit: 1, stderr: "SyntaxError" }],
    [
      "looks-where-it-is.cjs",
      "console.log(process.argv, process.execArgv, __filename, require.main === module, process.cwd(), process.env.SNAPHOOK_EVENT, module.paths.length, Object.keys(require.cache).filter((path) => path.includes('warm')).length, process.stdin.isTTY);",
      { exit: 0, stdout: "'an argument'" },
    ],
    [
      "looks-where-it-is.mjs",
      "import { readdirSync } from 'node:fs';\nconsole.log(process.argv, process.execArgv, import.meta.url, process.env.SNAPHOOK_EVENT);",
      { exit: 0, stdout: "'an argument'" },
    ],
    [
      "imports.mjs",
      "import { word } from './beside.mjs';\nconsole.log(word);",
      { exit: 0, stdout: "beside\n" },
    ],
    [
      "imports-nothing.mjs",
      "import './not-there.mjs';",
      { exit: 1, stderr: "ERR_MODULE_NOT_FOUND" },
    ],
    [
      "prints-bytes.cjs",
      "require('node:fs').writeSync(1, Buffer.from(Array.from({ length: 256 }, (_, i) => i)));",
      { exit: 0, stdout: "\x00\x01" },
    ],
    [
      "prints-much.mjs",
      "process.stdout.write('x'.repeat(300_000));",
      { exit: 0, stdout: "x".repeat(10_000) },
    ],
    [
      "starts-programs.cjs",
      "const { execFileSync, fork } = require('node:child_process');\nif (process.send) { process.send('hello'); process.disconnect(); }\nelse { console.log(execFileSync('cat', { stdio: ['inherit', 'pipe', 'inherit'] }).length); fork(__filename).on('message', (text) => console.log(text)); }",
      { exit: 0, stdout: "hello\n" },
    ],
    [
      "keeps-state.mjs",
      "globalThis.count = (globalThis.count ?? 0) + 1;\nconsole.log(globalThis.count);",
      { exit: 0, stdout: "1\n" },
    ],
    ["does-nothing.mjs", "", { exit: 0 }],
  ];

  test.concurrent.each(hooks)("%s", async (name, code, does) => {
    await compare(inNode, name, code, does);
  });

  test("that is given 1 MB", async () => {
    const code = "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync(0).length);";
    await compare(inNode, "large.mjs", code, { exit: 0, stdout: `${largeBytes}\n` }, large);
  });

  test("that is not there", async () => {
    await compare(inNode, "gone.mjs", null, { exit: 1, stderr: "MODULE_NOT_FOUND" });
  });
});

describe.each([
  [
    "python",
    inPython,
    "changing.py",
    (text: string) => `print('${text}')`,
    "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "import subprocess\nprint(subprocess.Popen(['sleep', '300']).pid)",
  ],
  [
    "node",
    inNode,
    "changing.cjs",
    (text: string) => `console.log('${text}')`,
    "process.kill(process.pid, 'SIGKILL')",
    "const child = require('node:child_process').spawn('sleep', ['300'], { stdio: 'inherit' });\nchild.unref();\nconsole.log(child.pid)",
  ],
] as const)("the wrapper for %s", (_, language, script, printing, dying, leaving) => {
  const write = (code: string): void => writeFileSync(join(workspace.project, script), code);

  test("reads the hook anew for each event", async () => {
    const seen = [];
    for (const word of ["one", "two"]) {
      write(printing(word));
      seen.push(stdoutOf(await warm(language, script, payload)));
    }
    expect(seen).toEqual(["one\n", "two\n"]);
  });

  test("distinguishes a hook that was killed from one that has ended", async () => {
    write(dying);
    expect(await warm(language, script, payload)).toMatchObject({ ending: { code: 137 } });
  });

  test("does not wait for what a hook leaves behind", async () => {
    write(leaving);
    const printed = stdoutOf(await warm(language, script, payload));
    // What is left would outlast the test. To end what has ended throws.
    expect(printed).toMatch(/^\d+\n$/);
    process.kill(Number(printed), "SIGKILL");
  });

  test("answers events that come at once", async () => {
    write(printing("at once"));
    const results = await Promise.all(
      Array.from({ length: 8 }, () => warm(language, script, payload)),
    );
    expect(results.map(stdoutOf)).toEqual(results.map(() => "at once\n"));
  });
});
