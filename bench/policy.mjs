// How long it takes until what is published is in force on 1,000 clients: node bench/policy.mjs [CLIENTS]
// The clients are in this process; each has a connection and a folder of its own, checks the signature and every byte, and
// swaps, as `snaphook policy pull --watch` does.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import {
  connectFleet,
  migrateFleet,
  publishPolicy,
  pullPolicy,
  startLocalServer,
} from "../dist/fleet/index.js";
import { addressOf, manifestBytes, packFolder, signManifest } from "../dist/policy/index.js";
import { publicKeyText } from "../dist/signing/index.js";

const MOST_SECONDS = 5;
const count = Number(process.argv[2] ?? 1000);
// In memory where that can be: a thousand machines do not wait for one disk.
const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const root = mkdtempSync(join(parent, "snaphook-bench-policy-"));
const server = await startLocalServer({
  options: [`max_connections=${count + 20}`],
  isOnLoopback: true,
});
/** @type {{ close(patienceMs?: number): Promise<void> }[]} */
const opened = [];
try {
  await migrateFleet(server.url());
  const { privateKey } = generateKeyPairSync("ed25519");
  const publicKey = publicKeyText(privateKey);
  const source = join(root, "source");
  mkdirSync(source);
  writeFileSync(join(source, "settings.json"), JSON.stringify({ permissions: { deny: ["Bash"] } }));
  for (let file = 0; file < 5; file++)
    writeFileSync(join(source, `guard-${file}.sh`), `#!/bin/sh\n${"# guard\n".repeat(500)}`);
  const bundle = (/** @type {number} */ revision) => {
    const { files, contents } = packFolder(source);
    const stated = { revision, share: 100, observeOver: null, files };
    const manifest = manifestBytes(stated);
    const signature = signManifest(manifest, privateKey);
    return { manifest, signature, contents, stated, address: addressOf(manifest) };
  };
  const publisher = await connectFleet(server.url());
  opened.push(publisher);
  await publishPolicy(publisher, bundle(1));
  let inForce = 0;
  const progress = new EventEmitter();
  const connect = async (/** @type {number} */ index) => {
    const place = {
      folder: join(root, String(index)),
      keys: [publicKey],
      machine: randomUUID(),
    };
    const pull = async () => {
      const { enforced } = await pullPolicy(fleet, place);
      if (enforced === 2 && ++inForce === count) progress.emit("done");
    };
    const fleet = await connectFleet(server.url(), {
      onNotify: () => void pull(),
    });
    opened.push(fleet);
    await fleet.sql`listen snaphook_fleet_policy`;
    await pullPolicy(fleet, place);
  };
  for (let at = 0; at < count; at += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, count - at) }, (_, index) => connect(at + index)),
    );
  const all = once(progress, "done");
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  await publishPolicy(publisher, bundle(2));
  await all;
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const memory = Math.round(process.memoryUsage().rss / 1024 / 1024);
  process.stdout.write(
    `${count} clients have it in force after ${seconds.toFixed(2)} s (most ${MOST_SECONDS}), ${((user + system) / 1e6).toFixed(2)} s of processor time for all clients; ${memory} MB here, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(0)}\n`,
  );
  if (seconds > MOST_SECONDS) process.exitCode = 1;
} finally {
  await Promise.all(opened.map((fleet) => fleet.close(100)));
  await server.stop();
  rmSync(root, { recursive: true, force: true });
}
