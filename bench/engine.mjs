// What it costs to fire an event with one trivial hook, beside a bare spawn, in a small host and in a large one.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const host = fileURLToPath(new URL("./engine-host.mjs", import.meta.url));
for (const megabytes of [0, 500]) {
  const output = execFileSync(process.execPath, [host, String(megabytes), "60"], {
    encoding: "utf8",
  });
  /** @type {{ medians: Record<string, { ms: number, active: number }> }} */
  const { medians } = JSON.parse(output);
  console.log(`\nhost with ${megabytes} MB of native memory`);
  for (const [name, { ms, active }] of Object.entries(medians)) {
    const reference = medians[name.startsWith("16") ? "16 bare" : "bare"]?.ms ?? ms;
    const ratio = (ms / reference).toFixed(2);
    console.log(
      `  ${name.padEnd(10)} ${ms.toFixed(2).padStart(8)} ms  ${ratio.padStart(5)} of bare  host busy ${active.toFixed(2)} ms`,
    );
  }
}
