import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeAnswer } from "../../src/serve/index.js";
import { both, denied, endAll, gone, GuardedWorkspace, payload } from "./guarded.js";
import { clients, endOf, isRoot, missingFor, placeOfProgram } from "./served-workspace.js";

afterAll(endAll, 240_000);

describe("the engine is not there", () => {
  const workspace = new GuardedWorkspace();

  test("the direct command answers and starts it; the next event is the engine's, and nothing ran twice", async () => {
    expect(workspace.fire("claude-code", payload)).toEqual(denied);
    const { answered, pid } = await workspace.ready();
    expect([answered, workspace.runs().length]).toEqual([0, 1]);
    expect(workspace.fire("claude-code", payload)).toEqual(denied);
    expect(await workspace.status()).toMatchObject({ answered: 1, left: {} });
    expect(workspace.runs().length).toBe(2);
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
    await gone(pid);
    rmSync(join(workspace.place, "starting"), { force: true });
    expect(workspace.fire("claude-code", payload, client)).toEqual(denied);
    const next = await workspace.ready();
    expect(next.pid).not.toBe(pid);
    expect(workspace.fire("claude-code", payload, client)).toEqual(denied);
    expect(await workspace.status()).toMatchObject({ answered: 1, left: {} });
  });

  test("without perl and curl the direct command answers, and nothing is started", () => {
    const other = new GuardedWorkspace();
    expect(other.fire("claude-code", payload, { shell: "dash", by: "nothing" })).toEqual(denied);
    expect(other.runs().length).toBe(1);
  });

  test("it does not start where its folder is not the user's alone, and says why", () => {
    const other = new GuardedWorkspace();
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
  const workspace = new GuardedWorkspace();
  beforeAll(async () => {
    await workspace.start();
  }, 240_000);

  test.skipIf(!isRoot).each(["s", "", "token"])(
    "the direct command answers where %o belongs to another user",
    async (name) => {
      const place = join(workspace.place, name);
      const { answered } = await workspace.ready();
      // Or another one would be started, with a token of its own.
      workspace.startNone();
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
    workspace.startNone();
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
  const workspace = new GuardedWorkspace();
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
      // Or it would be started here.
      workspace.startNone();
      const [before, ran] = [asked, workspace.runs().length];
      const begun = both.map((client) => workspace.begin("claude-code", payload, client));
      expect(await Promise.all(begun.map((one) => one.said))).toEqual(both.map(() => denied));
      expect([asked - before, workspace.runs().length - ran]).toEqual([both.length, both.length]);
    },
    240_000,
  );

  test.each(clients.filter((client) => missingFor(client) === null))(
    "$shell, $by: every character of an answer is printed",
    async (client) => {
      const text = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code));
      const wanted = { exit: 0, stdout: `${text}\n\n`, stderr: `\n${text}` };
      answer = head + encodeAnswer(wanted);
      const { exit: status, ...printed } = wanted;
      expect(await workspace.begin("claude-code", payload, client).said).toEqual({
        status,
        ...printed,
      });
    },
    240_000,
  );

  test.skipIf(!isRoot).each(clients.filter((client) => missingFor(client) === null))(
    "$shell, $by: where no file can be written for the input, the direct command still gets it",
    async ({ shell, by }) => {
      answer = "";
      workspace.startNone();
      const { root } = workspace;
      const script = workspace.write(
        join(root, "nowhere-to-write.sh"),
        `set -e
for folder in /tmp /var/tmp; do mount --bind $folder $folder && mount -o remount,ro,bind $folder; done
mount --bind '${root}' '${root}' && mount -o remount,rw,bind '${root}'
exec "$@"
`,
      );
      const large = { ...payload, filler: "x".repeat(200_000) };
      const fire = [placeOfProgram(shell) ?? "", join(workspace.cli, "fire.sh")];
      const { PATH, ...env } = workspace.environment(by);
      const bounds = ["-m", "sh", script, "env", `PATH=${PATH}`, ...fire];
      const child = spawn("unshare", [...bounds, "--host", "claude-code"], {
        env: { ...env, PATH: "/usr/bin:/bin:/usr/sbin:/sbin" },
        cwd: "/proc",
      });
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify(large));
      expect(await endOf(child)).toEqual(denied);
    },
    240_000,
  );
});
