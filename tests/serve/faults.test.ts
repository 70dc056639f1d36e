import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { taggedProcesses } from "../processes.js";
import {
  curl,
  isRoot,
  missingFor,
  perl,
  placeOfProgram,
  ServedWorkspace,
  until,
  type Begun,
  type Said,
} from "./served-workspace.js";

const payload = {
  session_id: "s",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};
const denied: Said = { status: 2, stdout: "", stderr: "not this" };
/** What every fault is tried with. */
const both = [perl, curl].filter((client) => missingFor(client) === null);

const workspaces: ServedWorkspace[] = [];
afterAll(async () => {
  for (const workspace of workspaces) expect(await workspace.end()).toEqual([]);
}, 240_000);

/** A guard that notes each of its runs, and waits while there is a file that says so. */
function guarded(cli?: string): ServedWorkspace {
  const workspace = cli === undefined ? new ServedWorkspace() : new ServedWorkspace(cli);
  workspaces.push(workspace);
  const { root } = workspace;
  const script = workspace.write(
    join(root, "guard.sh"),
    `#!/bin/sh\necho $$ >> '${root}/runs'\nwhile [ -e '${root}/wait' ]; do sleep 0.05; done\necho not this >&2\nexit 2\n`,
  );
  workspace.hooks({ PreToolUse: [{ command: script, timeout: 200 }] });
  return workspace;
}

const runs = ({ root }: ServedWorkspace): string[] =>
  existsSync(join(root, "runs")) ? readFileSync(join(root, "runs"), "utf8").trim().split("\n") : [];
const hold = ({ root }: ServedWorkspace): void => writeFileSync(join(root, "wait"), "");
const release = ({ root }: ServedWorkspace): void => rmSync(join(root, "wait"), { force: true });
const begun = (workspace: ServedWorkspace, count: number): Promise<string[]> =>
  until(
    () => runs(workspace),
    ({ length }) => length >= count,
  );
const isGone = (pid: number | string): boolean => !existsSync(`/proc/${pid}`);

describe("the engine is not there", () => {
  const workspace = guarded();

  test("the direct command answers and starts it; the next event is the engine's, and nothing ran twice", async () => {
    expect(workspace.fire("claude-code", payload)).toEqual(denied);
    const { answered, pid } = await workspace.ready();
    expect([answered, runs(workspace).length]).toEqual([0, 1]);
    expect(workspace.fire("claude-code", payload)).toEqual(denied);
    expect(await workspace.status()).toMatchObject({ answered: 1, left: {} });
    expect(runs(workspace).length).toBe(2);
    const modes = ["", "s", "token", "state.json"].map(
      (name) => lstatSync(join(workspace.place, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
    // None of the caller's variables stays with it.
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain(workspace.tag);
  });

  test.each(both)("$by: it was killed with -9, its socket is left", async (client) => {
    const { pid } = await workspace.ready();
    process.kill(pid, "SIGKILL");
    await until(
      () => isGone(pid),
      (gone) => gone,
    );
    rmSync(join(workspace.place, "starting"), { force: true });
    expect(workspace.fire("claude-code", payload, client)).toEqual(denied);
    const next = await workspace.ready();
    expect(next.pid).not.toBe(pid);
    expect(workspace.fire("claude-code", payload, client)).toEqual(denied);
    expect(await workspace.status()).toMatchObject({ answered: 1, left: {} });
  });

  test("without perl and curl the direct command answers, and nothing is started", () => {
    const other = guarded();
    expect(other.fire("claude-code", payload, { shell: "dash", by: "nothing" })).toEqual(denied);
    expect(runs(other).length).toBe(1);
  });

  test("it does not start where its folder is not the user's alone, and says why", () => {
    const other = guarded();
    mkdirSync(join(other.home, "serve"), { mode: 0o700 });
    chmodSync(join(other.home, "serve"), 0o777);
    expect(other.fire("claude-code", payload)).toEqual(denied);
    const { status, stderr } = other.serve([]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(
        /^snaphook: nothing is served: .*can be written by others/,
      ) as string,
    });
  });
});

describe("someone else is there", () => {
  const workspace = guarded();
  beforeAll(async () => {
    await workspace.start();
  }, 240_000);

  test.skipIf(!isRoot).each(["s", "", "token"])(
    "the direct command answers where %o belongs to another user",
    async (name) => {
      const place = join(workspace.place, name);
      const { answered } = await workspace.ready();
      // Or another one would be started, with a token of its own.
      writeFileSync(join(workspace.place, "starting"), "");
      chownSync(place, 65_534, 65_534);
      try {
        for (const client of both)
          expect(workspace.fire("claude-code", payload, client)).toEqual(denied);
      } finally {
        chownSync(place, 0, 0);
      }
      expect(await workspace.status()).toMatchObject({ answered, left: {} });
    },
  );

  test("the direct command answers where the folder is a link", async () => {
    const { place } = workspace;
    const { answered } = await workspace.ready();
    renameSync(place, `${place}-kept`);
    symlinkSync(`${place}-kept`, place);
    const said = workspace.fire("claude-code", payload);
    rmSync(place);
    renameSync(`${place}-kept`, place);
    expect(said).toEqual(denied);
    expect(await workspace.status()).toMatchObject({ answered });
  });

  test("a token that is missing or wrong is of no use", async () => {
    const token = join(workspace.place, "token");
    const right = readFileSync(token, "utf8");
    const { answered } = await workspace.ready();
    writeFileSync(join(workspace.place, "starting"), "");
    const wrongs: (() => void)[] = [
      () => rmSync(token),
      () => writeFileSync(token, "", { mode: 0o600 }),
      () => writeFileSync(token, right.replace(/[0-9a-f]{8}\n/, "00000000\n")),
    ];
    for (const make of wrongs) {
      make();
      for (const client of both)
        expect(workspace.fire("claude-code", payload, client)).toEqual(denied);
    }
    writeFileSync(token, right, { mode: 0o600 });
    expect(await workspace.status()).toMatchObject({ answered });
  });
});

describe("what answers is not the engine", () => {
  const workspace = guarded();
  let asked = 0;
  let answer: string | null = null;
  const sockets = new Set<Socket>();
  const imposter = createServer((socket) => {
    asked++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => answer !== null && socket.end(answer));
  });
  beforeAll(async () => {
    await workspace.start();
    workspace.serve(["stop"]);
    await new Promise<void>((listening) => imposter.listen(join(workspace.place, "s"), listening));
  }, 240_000);
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    imposter.close();
  });

  const head = "HTTP/1.1 200 OK\r\n\r\n";
  test.each([
    ["nothing, and closes", ""],
    ["nothing at all", null],
    ["noise", "\0\u0001\u00ff{}\n\n\n"],
    ["a page", `${head}<html>A|0|||ok</html>`],
    ["half an answer", `${head}A|0|{"decision":"approve"}|`],
    ["an answer without its end", `${head}\n\nA|0||`],
    ["an answer with something behind it", `${head}A|0|||ok\n|`],
    [
      "an answer that is longer than it says",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nA|0|||ok",
    ],
    [
      "an answer that is shorter than it says",
      "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nA|0|||o",
    ],
    ["a refusal", "HTTP/1.1 403 Forbidden\r\n\r\nA|0|||ok"],
    ["another place", "HTTP/1.1 302 Found\r\nLocation: http://localhost/x\r\n\r\nA|0|||ok"],
    ["another protocol", "SSH-2.0-x\r\n200 \r\n\r\nA|0|||ok"],
  ])(
    "%s: the direct command answers",
    async (_what, said) => {
      answer = said;
      for (const client of both) {
        // Or it would be started here.
        writeFileSync(join(workspace.place, "starting"), "");
        const before = asked;
        const ran = runs(workspace).length;
        expect([client.by, await workspace.begin("claude-code", payload, client).said]).toEqual([
          client.by,
          denied,
        ]);
        expect([asked - before, runs(workspace).length - ran]).toEqual([1, 1]);
      }
    },
    240_000,
  );
});

describe("the engine is frozen", () => {
  test.each(both)(
    "$by: the direct command answers, and the engine does not run the hook when it wakes up",
    async (client) => {
      const workspace = guarded();
      const { pid } = await workspace.start();
      process.kill(pid, "SIGSTOP");
      writeFileSync(join(workspace.place, "starting"), "");
      const said = workspace.fire("claude-code", payload, client);
      process.kill(pid, "SIGCONT");
      expect(said).toEqual(denied);
      const status = await workspace.ready();
      expect(status).toMatchObject({ answered: 0 });
      expect(runs(workspace).length).toBe(1);
      expect(workspace.fire("claude-code", payload, client)).toEqual(denied);
      expect(await workspace.status()).toMatchObject({ answered: 1 });
    },
    240_000,
  );

  test("a new one takes its place, and it ends when it wakes up", async () => {
    const workspace = guarded();
    const { pid } = await workspace.start();
    process.kill(pid, "SIGSTOP");
    expect(JSON.parse(workspace.serve(["status", "--json"]).stdout)).toEqual({
      engines: [{ answers: false, pid, socket: join(workspace.place, "s") }],
    });
    expect(workspace.fire("claude-code", payload)).toEqual(denied);
    const next = await workspace.ready();
    expect(next.pid).not.toBe(pid);
    process.kill(pid, "SIGCONT");
    await until(
      () => isGone(pid),
      (gone) => gone,
    );
    expect((await workspace.ready()).pid).toBe(next.pid);
  }, 240_000);

  test("serve stop ends it all the same", async () => {
    const workspace = guarded();
    const { pid } = await workspace.start();
    process.kill(pid, "SIGSTOP");
    const { status, stdout } = workspace.serve(["stop"]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `pid ${pid}: did not answer, and was killed\n`,
    });
    expect(existsSync(join(workspace.place, "s"))).toBe(false);
  }, 240_000);

  test("a frozen worker is passed over, and killed", async () => {
    const workspace = guarded();
    await workspace.start();
    const { worker, waiting } = await withWorker(workspace);
    process.kill(worker, "SIGSTOP");
    const last = workspace.begin("claude-code", payload);
    await begun(workspace, 3);
    release(workspace);
    const said = await Promise.all([...waiting, last].map((one) => one.said));
    expect(said).toEqual([denied, denied, denied]);
    expect(runs(workspace).length).toBe(3);
    await until(
      () => isGone(worker),
      (gone) => gone,
    );
    await workspace.ready();
    expect(workspace.fire("claude-code", payload)).toEqual(denied);
  }, 240_000);

  test("nobody waits behind others at its door", async () => {
    const workspace = guarded();
    const { pid, socket } = await workspace.start();
    process.kill(pid, "SIGSTOP");
    writeFileSync(join(workspace.place, "starting"), "");
    const waiting = Array.from({ length: 400 }, () => connect(socket).on("error", () => {}));
    await new Promise((turn) => setTimeout(turn, 100));
    for (const client of both)
      expect(await workspace.begin("claude-code", payload, client).said).toEqual(denied);
    for (const one of waiting) one.destroy();
    process.kill(pid, "SIGCONT");
    await workspace.ready();
    expect(workspace.fire("claude-code", payload)).toEqual(denied);
    expect(await workspace.status()).toMatchObject({ answered: 1 });
  }, 240_000);
});

/** Keeps the engine's own process busy, so that the next event is another process's: its number, and those who wait. */
async function withWorker(
  workspace: ServedWorkspace,
): Promise<{ worker: number; waiting: Begun[] }> {
  hold(workspace);
  const waiting = [workspace.begin("claude-code", payload)];
  await begun(workspace, 1);
  // It finds nobody free, and asks for one by that.
  waiting.push(workspace.begin("claude-code", payload));
  await begun(workspace, 2);
  const { pid } = await workspace.ready();
  const all = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).stdout;
  const worker = all
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, ...words]) => Number(parent) === pid && words.at(-1) === "worker");
  return { worker: Number(worker?.[0]), waiting };
}

describe("something ends while a hook runs", () => {
  test.each(both)(
    "the engine is killed with -9 ($by): its hook is ended, and the direct command runs it again and answers",
    async (client) => {
      const workspace = guarded();
      const { pid } = await workspace.start();
      hold(workspace);
      const { said } = workspace.begin("claude-code", payload, client);
      const [first = ""] = await begun(workspace, 1);
      process.kill(pid, "SIGKILL");
      await begun(workspace, 2);
      await until(
        () => isGone(first),
        (gone) => gone,
      );
      release(workspace);
      expect(await said).toEqual(denied);
      expect(runs(workspace).length).toBe(2);
    },
    240_000,
  );

  test("so it is where only its worker is killed, and others are not affected", async () => {
    const workspace = guarded();
    await workspace.start();
    const { worker, waiting } = await withWorker(workspace);
    const last = workspace.begin("claude-code", payload);
    const [, , hook = ""] = await begun(workspace, 3);
    process.kill(worker, "SIGKILL");
    await begun(workspace, 4);
    await until(
      () => isGone(hook),
      (gone) => gone,
    );
    release(workspace);
    const said = await Promise.all([...waiting, last].map((one) => one.said));
    expect(said).toEqual([denied, denied, denied]);
    expect(runs(workspace).length).toBe(4);
  }, 240_000);

  test.each(
    both.flatMap((client) =>
      (["with all that it has started", "alone"] as const).map(
        (how) => [client.by, how, client] as const,
      ),
    ),
  )(
    "the client (%s) is killed %s: the hook ends, and the engine answers the next event",
    async (_by, how, client) => {
      const workspace = guarded();
      await workspace.start();
      hold(workspace);
      const { pid } = workspace.begin("claude-code", payload, client);
      const [hook = ""] = await begun(workspace, 1);
      process.kill(how === "alone" ? pid : -pid, "SIGKILL");
      await until(
        () => isGone(hook),
        (gone) => gone,
      );
      release(workspace);
      await workspace.ready();
      expect(workspace.fire("claude-code", payload, client)).toEqual(denied);
      expect(await workspace.status()).toMatchObject({ answered: 1 });
    },
    240_000,
  );

  test("serve stop lets the hook answer, and takes no more", async () => {
    const workspace = guarded();
    const { pid } = await workspace.start();
    hold(workspace);
    const { said } = workspace.begin("claude-code", payload);
    await begun(workspace, 1);
    process.kill(pid, "SIGTERM");
    await until(
      () => existsSync(join(workspace.place, "s")),
      (there) => !there,
    );
    release(workspace);
    expect(await said).toEqual(denied);
    await until(
      () => isGone(pid),
      (gone) => gone,
    );
    expect(runs(workspace).length).toBe(1);
  }, 240_000);
});

describe("many at once", () => {
  test("of twenty that start at the same time one remains, and events are answered all the while", async () => {
    const workspace = guarded();
    mkdirSync(join(workspace.home, "serve"), { mode: 0o700 });
    for (let count = 0; count < 20; count++) workspace.spawnServer();
    for (let count = 0; count < 3; count++)
      expect(workspace.fire("claude-code", payload)).toEqual(denied);
    const servers = (): string[] =>
      taggedProcesses(workspace.root).filter((line) => / serve( started)? $/.test(line));
    await until(servers, ({ length }) => length === 1);
    await workspace.ready();
    expect(servers().length).toBe(1);
    expect(workspace.fire("claude-code", payload)).toEqual(denied);
  }, 240_000);

  test("more events than workers: each gets its answer, some from the direct command", async () => {
    const workspace = guarded();
    await workspace.start();
    hold(workspace);
    const all = Array.from({ length: 8 }, (_, count) =>
      workspace.begin("claude-code", payload, both[count % both.length]),
    );
    await begun(workspace, 8);
    release(workspace);
    expect(await Promise.all(all.map(({ said }) => said))).toEqual(all.map(() => denied));
    expect(runs(workspace).length).toBe(8);
  }, 240_000);
});

describe("what is the same and what is not", () => {
  const place = (workspace: ServedWorkspace): string => workspace.place;

  test("it ends when its files change, and so does what it was about to say", async () => {
    const copy = join(guarded().root, "cli");
    cpSync(resolve("dist/cli"), copy, { recursive: true, preserveTimestamps: true });
    const workspace = guarded(copy);
    const { pid } = await workspace.start();
    expect(workspace.fire("claude-code", payload)).toEqual(denied);
    expect(await workspace.status()).toMatchObject({ answered: 1 });
    // Another installation with the same bytes may use it.
    const same = new ServedWorkspace();
    const fire = join(same.cli, "fire.sh");
    const env = workspace.environment("perl");
    const other = spawnSync(fire, ["--host", "claude-code"], {
      env,
      cwd: workspace.project,
      input: JSON.stringify(payload),
    });
    expect(other.status).toBe(2);
    expect(await workspace.status()).toMatchObject({ answered: 2, left: {} });
    // While a hook runs: the answer of something else than the caller's program is none.
    hold(workspace);
    const { said } = workspace.begin("claude-code", payload);
    const before = (await begun(workspace, 3)).length;
    appendFileSync(join(copy, "commands/bridge-fire.js"), "\n");
    release(workspace);
    expect(await said).toEqual(denied);
    expect(runs(workspace).length).toBe(before + 1);
    await until(
      () => isGone(pid),
      (gone) => gone,
    );
    expect(existsSync(join(place(workspace), "s"))).toBe(false);
  }, 240_000);

  test("it ends after a while without events", async () => {
    const workspace = guarded();
    const server = workspace.spawnServer(["--idle", "0.02", "--json"]);
    let log = "";
    server.stdout?.on("data", (chunk: Buffer) => (log += chunk.toString()));
    expect(await new Promise((ended) => server.on("exit", ended))).toBe(0);
    expect(log).toContain('"reason":"it had nothing to do"');
    expect(existsSync(join(workspace.place, "s"))).toBe(false);
  }, 240_000);

  const bounds: [string, string, string][] = [
    ["may not gain rights", "setpriv", "exec setpriv --no-new-privs"],
    ["may use less memory", "sh", "ulimit -v 80000000; exec"],
    ...(isRoot
      ? [["sees other mounts", "unshare", "exec unshare -m"] as [string, string, string]]
      : []),
  ];
  test.each(bounds)(
    "a caller that %s is left to the direct command, whose hooks then run under the same bounds",
    async (_what, program, before) => {
      if (placeOfProgram(program) === null) return;
      const workspace = guarded();
      await workspace.start();
      for (const { shell, by } of both) {
        const { stderr, status, stdout } = spawnSync(
          "/bin/sh",
          [
            "-c",
            `${before} "$@"`,
            "sh",
            placeOfProgram(shell) ?? "",
            join(workspace.cli, "fire.sh"),
            "--host",
            "codex",
          ],
          {
            env: workspace.environment(by, {
              PATH: `${workspace.environment(by)["PATH"]}:/usr/bin:/bin:/usr/sbin`,
            }),
            cwd: workspace.project,
            input: JSON.stringify(payload),
            encoding: "utf8",
          },
        );
        expect({ status, stdout, stderr }).toEqual(workspace.direct("codex", payload));
      }
      const status = await workspace.status();
      expect(status?.answered).toBe(0);
      expect(Object.entries(status?.left ?? {})).toEqual([
        [expect.stringMatching(/^it runs under other bounds/), both.length],
      ]);
    },
    240_000,
  );

  test("a caller with another Node, other files or variables for the start of Node is left to its own", async () => {
    const workspace = guarded();
    await workspace.start();
    const fire = (env: NodeJS.ProcessEnv): Said =>
      workspace.fire("claude-code", payload, perl, { env });
    const bin = join(workspace.root, "other");
    mkdirSync(bin);
    workspace.write(join(bin, "node"), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
    const { PATH } = workspace.environment("perl");
    expect(fire({ PATH: `${bin}:${PATH}` })).toEqual(denied);
    expect(fire({ NODE_OPTIONS: "--max-old-space-size=500" })).toEqual(denied);
    expect(await workspace.status()).toMatchObject({
      answered: 0,
      left: {
        "its Node is another one": 1,
        "its variable NODE_OPTIONS is another, which Node reads when it starts": 1,
      },
    });
  }, 240_000);
});

test.skipIf(!isRoot || missingFor(perl) !== null)(
  "where the system says nothing of processes, what the client says counts",
  () => {
    const workspace = guarded();
    const script = workspace.write(
      join(workspace.root, "without-proc.sh"),
      `set -e
mount -t tmpfs none /proc
main='${workspace.cli}/main.js' node='${process.execPath}'
"$node" "$main" serve --json > '${workspace.root}/log' &
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  "$node" "$main" serve status --json > '${workspace.root}/status' || true
  case $(cat '${workspace.root}/status') in *'"ready": 1'*) break ;; esac
  sleep 0.5
done
for shell in dash bash; do
  command -v $shell > '${workspace.root}/which' || continue
  umask 027
  printf '%s\n' "$1" | $shell '${workspace.cli}/fire.sh' --host claude-code || echo "$?"
done
"$node" "$main" serve status --json
"$node" "$main" serve stop > '${workspace.root}/status'
wait
`,
    );
    const { stdout, stderr } = spawnSync("unshare", ["-m", "sh", script, JSON.stringify(payload)], {
      env: {
        ...workspace.environment("perl"),
        PATH: `${workspace.environment("perl")["PATH"]}:/usr/bin:/bin:/usr/sbin:/sbin`,
      },
      cwd: workspace.project,
      encoding: "utf8",
    });
    expect(stderr).toBe("not thisnot this");
    const [, , ...status] = stdout.split("\n");
    expect(stdout.split("\n").slice(0, 2)).toEqual(["2", "2"]);
    expect(JSON.parse(status.join("\n"))).toMatchObject({ engines: [{ answered: 2, left: {} }] });
  },
  240_000,
);
