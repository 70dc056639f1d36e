// The first event of a session: how long the engine takes to be there, and its first fire compared with later ones.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine } from "snaphook/engine";
import { median, most, ratio, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const SESSIONS = 11;
const host = fileURLToPath(new URL("session-host.mjs", import.meta.url));
/** Without what makes every start of Node slower, such as certificates to load. */
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env;

/** @type {Suite} */
export const session = { name: "session", unit: "ms", bareName: "warm fire", measure };

await reportIfMain(import.meta, session);

/** @returns {Promise<Row[]>} */
async function measure() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-bench-")));
  try {
    const [projectDir, home] = [join(folder, "project"), join(folder, "home")];
    mkdirSync(join(projectDir, ".snaphook"), { recursive: true });
    writeFileSync(join(projectDir, "guard.sh"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    writeFileSync(
      join(projectDir, ".snaphook/settings.json"),
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ command: "./guard.sh" }] }] } }),
    );
    const engine = createEngine({ projectDir, home, managedFile: join(home, "none") });
    await engine.approve(engine.review());
    engine.close();
    const taken = ["0", "300"].map((pause) =>
      Array.from({ length: SESSIONS }, () => {
        const args = [host, projectDir, home, pause];
        return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", env }));
      }),
    );
    const [atOnce = [], later = []] = taken;
    const warm = median([...atOnce, ...later].map(({ rest }) => median(rest)));
    return [
      most("the engine is ready", medianOf([...atOnce, ...later], "ready"), warm, 15),
      ratio(
        "first fire, an approved hook, 0.3 s after the engine",
        medianOf(later, "first"),
        warm,
        2,
      ),
      ratio("first fire, at once", medianOf(atOnce, "first"), warm, Infinity),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Record<"ready" | "first", number>[]} sessions @param {"ready" | "first"} what */
function medianOf(sessions, what) {
  return median(sessions.map((one) => one[what]));
}
