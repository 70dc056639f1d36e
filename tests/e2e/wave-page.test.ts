import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";

const page = readFileSync("docs/wave.md", "utf8");

test("docs/wave.md works as it is written", () => {
  const root = temporaryFolder();
  const [project, bin, home] = ["project", "bin", "user"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(join(project, "node_modules"), { recursive: true });
  mkdirSync(bin);
  mkdirSync(home);
  // As `npm install snaphook` would leave it.
  symlinkSync(resolve("."), join(project, "node_modules/snaphook"));
  mkdirSync(join(project, "node_modules/.bin"));
  symlinkSync(resolve("dist/cli/main.js"), join(project, "node_modules/.bin/snaphook"));
  const command = `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"\n`;
  writeFileSync(join(bin, "snaphook"), command);
  chmodSync(join(bin, "snaphook"), 0o755);
  const { SNAPHOOK_HOME: _, ...environment } = process.env;
  const env = { ...environment, HOME: home, PATH: `${bin}:${process.env["PATH"]}` };

  const printed: string[] = [];
  for (const [, language, text = ""] of page.matchAll(/^```(\w+)\n([^]*?)^```/gm)) {
    if (language === "js") {
      writeFileSync(join(project, /^\/\/ (\S+)\n/.exec(text)?.[1] ?? ""), text);
      continue;
    }
    expect(language).toBe("sh");
    const { status, stdout, stderr } = spawnSync("sh", ["-ec", text], {
      cwd: project,
      env,
      encoding: "utf8",
      timeout: 200_000,
    });
    expect({ text, status, stderr }).toMatchObject({ status: 0 });
    printed.push(`${stdout}${stderr}`);
  }
  const [nothing, tried, engine, installed, fired, ...more] = printed;
  expect(more).toEqual([]);
  expect(nothing).toBe("");
  expect(tried).toContain("PreToolUse in wave: BLOCK");
  expect(tried).toContain(" .wave/settings.json:7");
  expect(tried).toContain("async: it has no vote");
  expect(engine).toBe("Wave's hooks run.\n");
  expect(installed).toContain(
    'runs    UserPromptSubmit: "$WAVE_PROJECT_DIR"/node_modules/.bin/snaphook bridge fire --host wave',
  );
  expect(fired).toBe("exit code 2\nno drops");
  // Written by the async hook: by `run`, and twice by the engine.
  expect(readFileSync(join(project, "calls.jsonl"), "utf8").trim().split("\n")).toHaveLength(3);
});

test("every link of the page leads somewhere", () => {
  const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !existsSync(join("docs", link)))).toEqual([]);
});
