import { chmodSync, existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  allow,
  HostileWorkspace,
  toolCall,
  write,
  type HookSettings,
} from "./hostile-workspace.js";

// A helper that a script loads after it has been started: what was approved of it runs, or the run is a failure.

let workspace: HostileWorkspace;
beforeEach(() => {
  workspace = new HostileWorkspace();
});
afterEach(() => workspace.close());

interface Form {
  readonly hook: HookSettings;
  readonly script: string;
  readonly helper: string;
  /** A script that waits for a file, leaves a mark before that, and then loads the helper. */
  readonly text: (begun: string, go: string) => string;
  /** A helper that leaves a mark and allows. */
  readonly help: (mark: string) => string;
}

const shell = {
  script: "hooks/a.sh",
  helper: "hooks/lib/b.sh",
  text: (begun: string, go: string) =>
    `#!/bin/sh\n: > '${begun}'\nwhile [ ! -e '${go}' ]; do sleep 0.01; done\n. "$(dirname "$0")/lib/b.sh"\n`,
  help: (mark: string) => `: > '${mark}'\necho '${allow}'\n`,
};
const node = {
  script: "hooks/a.mjs",
  helper: "lib/b.mjs",
  text: (begun: string, go: string) =>
    `import { existsSync, writeFileSync } from "node:fs";
writeFileSync("${begun}", "");
while (!existsSync("${go}")) await new Promise((wake) => setTimeout(wake, 10));
await import("../lib/b.mjs");\n`,
  help: (mark: string) =>
    `import { writeFileSync } from "node:fs";\nwriteFileSync("${mark}", "");\nconsole.log('${allow}');\n`,
};
const python = {
  script: "hooks/a.py",
  helper: "hooks/p/b.py",
  text: (begun: string, go: string) =>
    `import os, time\nopen("${begun}", "w").close()\nwhile not os.path.exists("${go}"): time.sleep(0.01)\nfrom p import b\n`,
  help: (mark: string) => `open("${mark}", "w").close()\nprint('${allow}')\n`,
};

const forms: Readonly<Record<string, Form>> = {
  "the shell form, sh": { ...shell, hook: { command: "./hooks/a.sh" } },
  "the exec form, sh": { ...shell, hook: { command: "./hooks/a.sh", args: [] } },
  "the exec form, sh with a script": { ...shell, hook: { command: "sh", args: ["hooks/a.sh"] } },
  "the shell form, node": { ...node, hook: { command: "node hooks/a.mjs" } },
  "the exec form, node": { ...node, hook: { command: "node", args: ["hooks/a.mjs"] } },
  "the exec form, python": { ...python, hook: { command: "python3", args: ["hooks/a.py"] } },
};
const tried = Object.entries(forms).filter(
  ([name]) => !name.endsWith("python") || existsSync("/usr/bin/python3"),
);

const markOf = (name: string): string => join(workspace.markFolder, name);

/** A project with the hook, approved, with its script waiting to load the helper. */
async function started({ hook, script, helper, text, help }: Form) {
  const project = workspace.projectWith([{ ...hook, name: "guard" }]);
  write(join(project, script), text(markOf("started"), markOf("go")));
  chmodSync(join(project, script), 0o755);
  write(join(project, helper), help(markOf("approved")));
  const engine = workspace.engine(project);
  await engine.approve(engine.review());
  const fired = engine.fire(toolCall);
  for (let tries = 0; tries < 10_000 && !workspace.marks().includes("started"); tries++)
    await new Promise((wake) => setTimeout(wake, 10));
  return { fired, place: join(project, helper), go: () => write(markOf("go"), "") };
}

describe.each(tried)("%s", (_name, form) => {
  test("the script finds its helper, and its answer counts", async () => {
    const { fired, go } = await started(form);
    go();
    const { hooks, reading } = await fired;
    expect([workspace.marks().toSorted(), hooks[0]?.run?.changed, reading.permission]).toEqual([
      ["approved", "go", "started"],
      undefined,
      "allow",
    ]);
  });

  test("a helper that is exchanged for the time of the run is noticed, and its allow does not count", async () => {
    const { fired, place, go } = await started(form);
    const [text, { atime, mtime }] = [readFileSync(place), statSync(place)];
    write(place, form.help(markOf("replaced")));
    go();
    for (let tries = 0; tries < 10_000 && !workspace.marks().includes("replaced"); tries++)
      await new Promise((wake) => setTimeout(wake, 10));
    write(place, text);
    utimesSync(place, atime, mtime);
    const { hooks, reading } = await fired;
    expect([hooks[0]?.run?.changed, reading.permission]).toEqual([`./${form.helper}`, "none"]);
  });
});
