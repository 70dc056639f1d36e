import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { both, denied, endAll, gone, GuardedWorkspace, payload } from "./guarded.js";
import {
  isRoot,
  missingFor,
  perl,
  placeOfProgram,
  ServedWorkspace,
  type Said,
} from "./served-workspace.js";

afterAll(endAll, 240_000);

describe("what is the same and what is not", () => {
  const place = (workspace: ServedWorkspace): string => workspace.place;

  test("it ends when its files change, and a no that it was about to say is given", async () => {
    const copy = join(new GuardedWorkspace().root, "cli");
    cpSync(resolve("dist/cli"), copy, { recursive: true, preserveTimestamps: true });
    const workspace = new GuardedWorkspace(copy);
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
    // While a hook runs: of something else than the caller's program only a no counts.
    workspace.hold();
    const { said } = workspace.begin("claude-code", payload);
    const before = (await workspace.begun(3)).length;
    appendFileSync(join(copy, "commands/bridge-fire.js"), "\n");
    workspace.release();
    expect(await said).toEqual(denied);
    expect(workspace.runs().length).toBe(before);
    await gone(pid);
    expect(existsSync(join(place(workspace), "s"))).toBe(false);
  }, 240_000);

  test("it ends after a while without events", async () => {
    const workspace = new GuardedWorkspace();
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
      const workspace = new GuardedWorkspace();
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
    const workspace = new GuardedWorkspace();
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
    const workspace = new GuardedWorkspace();
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
