import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";

const pages = readdirSync("docs/coming-from");

test.each(pages)(
  "docs/coming-from/%s works as it is written, and its links lead somewhere",
  (name) => {
    const page = readFileSync(join("docs/coming-from", name), "utf8");
    const root = temporaryFolder();
    const [project, bin, home] = ["project", "bin", "user"].map((one) => join(root, one)) as [
      string,
      string,
      string,
    ];
    for (const folder of [project, bin, home]) mkdirSync(folder);
    const command = `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"\n`;
    writeFileSync(join(bin, "snaphook"), command);
    chmodSync(join(bin, "snaphook"), 0o755);
    const env = {
      ...process.env,
      HOME: home,
      SNAPHOOK_HOME: join(home, ".snaphook"),
      PATH: `${bin}:${process.env["PATH"]}`,
    };
    const printed = [...page.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text = ""]) => {
      const { status, stdout, stderr } = spawnSync("sh", ["-ec", text], {
        cwd: project,
        env,
        encoding: "utf8",
        timeout: 200_000,
      });
      expect({ text, status, stderr }).toMatchObject({ status: 0 });
      return stdout;
    });
    const [nothing, tried = ""] = printed;
    expect(nothing).toBe("");
    // Codex runs only what its own user has approved there: that is said in place of a decision.
    if (name === "codex.md") expect(tried).toContain("skipped guard.sh");
    else expect(tried).toContain(": BLOCK");
    const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
    expect(links.filter((link) => !existsSync(join("docs/coming-from", link)))).toEqual([]);
  },
);
