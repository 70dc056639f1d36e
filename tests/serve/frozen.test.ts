import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { both, denied, endAll, gone, GuardedWorkspace, payload } from "./guarded.js";

afterAll(endAll, 240_000);

// They mostly wait.
describe.concurrent("the engine is frozen", () => {
  test.each(both)(
    "$by: the direct command answers, and the engine does not run the hook when it wakes up",
    async (client) => {
      const workspace = new GuardedWorkspace();
      const { pid } = await workspace.start();
      process.kill(pid, "SIGSTOP");
      workspace.startNone();
      const said = await workspace.begin("claude-code", payload, client).said;
      process.kill(pid, "SIGCONT");
      expect(said).toEqual(denied);
      const status = await workspace.ready();
      expect(status).toMatchObject({ answered: 0 });
      expect(workspace.runs().length).toBe(1);
      await workspace.answersAgain(client);
    },
    240_000,
  );

  test("a new one takes its place, and it ends when it wakes up", async () => {
    const workspace = new GuardedWorkspace();
    const { pid } = await workspace.start();
    process.kill(pid, "SIGSTOP");
    expect(JSON.parse(workspace.serve(["status", "--json"]).stdout)).toEqual({
      engines: [{ answers: false, pid, socket: join(workspace.place, "s") }],
    });
    expect(await workspace.begin("claude-code", payload).said).toEqual(denied);
    const next = await workspace.ready();
    expect(next.pid).not.toBe(pid);
    process.kill(pid, "SIGCONT");
    await gone(pid);
    expect((await workspace.ready()).pid).toBe(next.pid);
  }, 240_000);

  test("serve stop ends it all the same", async () => {
    const workspace = new GuardedWorkspace();
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
    const workspace = new GuardedWorkspace();
    await workspace.start();
    const { worker, waiting } = await workspace.withWorker();
    process.kill(worker, "SIGSTOP");
    const last = workspace.begin("claude-code", payload);
    const all = [...waiting, last];
    await workspace.begun(all.length);
    workspace.release();
    const said = await Promise.all(all.map((one) => one.said));
    expect(said).toEqual(all.map(() => denied));
    // One that it had begun when it was frozen runs again.
    expect([all.length, all.length + 1]).toContain(workspace.runs().length);
    await gone(worker);
    await workspace.ready();
    expect(await workspace.begin("claude-code", payload).said).toEqual(denied);
  }, 240_000);

  test("nobody waits behind others at its door", async () => {
    const workspace = new GuardedWorkspace();
    const { pid, socket } = await workspace.start();
    process.kill(pid, "SIGSTOP");
    workspace.startNone();
    const waiting = Array.from({ length: 400 }, () => connect(socket).on("error", () => {}));
    await new Promise((turn) => setTimeout(turn, 100));
    for (const client of both)
      expect(await workspace.begin("claude-code", payload, client).said).toEqual(denied);
    for (const one of waiting) one.destroy();
    process.kill(pid, "SIGCONT");
    await workspace.ready();
    await workspace.answersAgain();
  }, 240_000);
});
