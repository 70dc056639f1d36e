// Servers for the tests of the fleet. snaphook fleet try starts one for trying out.
//   node scripts/postgres.mjs install             installs Debian's PostgreSQL (as root)
//   node scripts/postgres.mjs pglite FOLDER PORT  serves PGlite on 127.0.0.1, where PostgreSQL cannot be had
import { execFileSync } from "node:child_process";

const [what, place = "", number = ""] = process.argv.slice(2);
if (what === "install") install();
else if (what === "pglite") await servePglite(place, Number(number));
else {
  process.stderr.write("give install, or pglite FOLDER PORT\n");
  process.exitCode = 2;
}

function install() {
  try {
    execFileSync("apt-get", "install -qq -y --no-install-recommends postgresql".split(" "), {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  } catch {
    process.stderr.write("postgresql cannot be installed here; tests use PGlite instead\n");
    process.exitCode = 1;
  }
}

/**
 * @param {string} folder
 * @param {number} port
 */
async function servePglite(folder, port) {
  const { PGlite } = await import("@electric-sql/pglite");
  const { PGLiteSocketServer } = await import("@electric-sql/pglite-socket");
  const db = await PGlite.create(folder);
  const server = new PGLiteSocketServer({ db, port, host: "127.0.0.1", maxConnections: 50 });
  await server.start();
  const stop = async () => {
    await server.stop();
    await db.close();
    process.exit();
  };
  process.once("SIGTERM", () => void stop());
}
