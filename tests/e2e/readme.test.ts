import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";

const readme = readFileSync("README.md", "utf8");

function shellBlocks(section: string): string[] {
  const text = readme.split(`## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...text.matchAll(/```sh\n([^]*?)```/g)].map(([, script = ""]) => script);
}

test("the first hook of the README works as it is written, and really blocks", () => {
  const folder = temporaryFolder();
  const project = join(folder, "project");
  mkdirSync(join(folder, "bin"));
  mkdirSync(project);
  symlinkSync(resolve("dist/cli/main.js"), join(folder, "bin/snaphook"));
  const { SNAPHOOK_HOME: _, ...environment } = process.env;
  const env = { ...environment, HOME: folder, PATH: `${folder}/bin:${process.env["PATH"]}` };
  const outputs = shellBlocks("A first hook in two minutes").map((script) => {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
      cwd: project,
      env,
      encoding: "utf8",
      timeout: 200_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout;
  });
  expect(outputs).toHaveLength(3);
  expect(outputs[0]).toMatch(
    /Bash: rm -rf build\n {2}BLOCK: rm -rf is not for agents.* why\nBash: ls/,
  );
  expect(outputs[0]).toContain("Bash: ls -la\n  proceed\n");
  expect(outputs[1]).toContain("PreToolUse in wave: BLOCK");
  expect(outputs[1]).toContain("to the model: rm -rf is not for agents");
  expect(outputs[2]).toContain("PreToolUse in wave: ASK");
  expect(outputs[2]).toContain("to the user: this deletes files");
});

test("the example for agents gives what its comments say", async () => {
  const code = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? "";
  const module = code
    .replace('"snaphook/core"', JSON.stringify(pathToFileURL("dist/core.js").href))
    .replace(/^reading\.outcome;.*$/m, "export const outcome = reading.outcome;")
    .replace(/^reading\.toModel;.*$/m, "export const toModel = reading.toModel;");
  const { outcome, toModel } = (await import(
    `data:text/javascript,${encodeURIComponent(module)}`
  )) as {
    outcome: unknown;
    toModel: unknown;
  };
  expect(code).toContain(`reading.outcome; // ${JSON.stringify(outcome)}`);
  const [feedback] = toModel as { kind: string; text: string; hook: string }[];
  expect(code).toContain(
    `// [{ kind: "${feedback?.kind}", text: "${feedback?.text}", hook: "${feedback?.hook}" }]`,
  );
});

function linksOf(file: string): string[] {
  const links = readFileSync(file, "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g);
  return [...links].map(([, path = ""]) => join(dirname(file), path));
}

test.each(["README.md", "docs/README.md"])("every link of %s leads somewhere", (file) => {
  const links = linksOf(file);
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});

test("every page is in the list of all pages", () => {
  const listed = linksOf("docs/README.md");
  const pages = readdirSync("docs").filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(pages.filter((page) => !listed.includes(join("docs", page)))).toEqual([]);
});
