import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { taggedProcesses } from "../processes.js";
import { both, denied, endAll, gone, GuardedWorkspace, payload } from "./guarded.js";
import { until } from "./served-workspace.js";

afterAll(endAll, 240_000);

describe("something ends while a hook runs", () => {
  test.each(both)(
    "the engine is killed with -9 ($by): its hook is ended, and the direct command runs it again, knows how long it took, and answers",
    async (client) => {
      const workspace = new GuardedWorkspace();
      const { pid } = await workspace.start();
      workspace.hold();
      const { said } = workspace.begin("claude-code", payload, client);
      const [first = ""] = await workspace.begun(1);
      await sleep(1200);
      process.kill(pid, "SIGKILL");
      await workspace.begun(2);
      await gone(first);
      const direct = taggedProcesses(workspace.root).filter((line) => line.includes("bridge fire"));
      expect(direct).toEqual([
        expect.stringMatching(/--host claude-code (--serve )?--deadline=-[1-9]\d* $/),
      ]);
      workspace.release();
      expect(await said).toEqual(denied);
      expect(workspace.runs().length).toBe(2);
    },
    240_000,
  );

  test("so it is where only its worker is killed, and others are not affected", async () => {
    const workspace = new GuardedWorkspace();
    await workspace.start();
    const { worker, waiting } = await workspace.withWorker();
    const last = workspace.begin("claude-code", payload);
    const all = [...waiting, last];
    const hook = (await workspace.begun(all.length)).at(-1) ?? "";
    process.kill(worker, "SIGKILL");
    await workspace.begun(all.length + 1);
    await gone(hook);
    workspace.release();
    const said = await Promise.all(all.map((one) => one.said));
    expect(said).toEqual(all.map(() => denied));
    expect(workspace.runs().length).toBe(all.length + 1);
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
      const workspace = new GuardedWorkspace();
      await workspace.start();
      workspace.hold();
      const { pid } = workspace.begin("claude-code", payload, client);
      const [hook = ""] = await workspace.begun(1);
      process.kill(how === "alone" ? pid : -pid, "SIGKILL");
      await gone(hook);
      workspace.release();
      await workspace.ready();
      await workspace.answersAgain(client);
    },
    240_000,
  );

  test("serve stop lets the hook answer, and takes no more", async () => {
    const workspace = new GuardedWorkspace();
    const { pid } = await workspace.start();
    workspace.hold();
    const { said } = workspace.begin("claude-code", payload);
    await workspace.begun(1);
    process.kill(pid, "SIGTERM");
    await until(
      () => existsSync(join(workspace.place, "s")),
      (there) => !there,
    );
    workspace.release();
    expect(await said).toEqual(denied);
    await gone(pid);
    expect(workspace.runs().length).toBe(1);
  }, 240_000);
});

describe("many at once", () => {
  test("of twenty that start at the same time one remains, and events are answered all the while", async () => {
    const workspace = new GuardedWorkspace();
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
    const workspace = new GuardedWorkspace();
    await workspace.start();
    workspace.hold();
    const all = Array.from({ length: 8 }, (_, count) =>
      workspace.begin("claude-code", payload, both[count % both.length]),
    );
    await workspace.begun(8);
    workspace.release();
    expect(await Promise.all(all.map(({ said }) => said))).toEqual(all.map(() => denied));
    expect(workspace.runs().length).toBe(8);
  }, 240_000);
});
