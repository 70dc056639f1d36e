import { describe, expect, test } from "vitest";
import { asks, world } from "./protected-world.test-support.js";
import type { CallWorld } from "./world.js";

const hosts: CallWorld = {
  ...world,
  protectedPaths: () => ["/p/.snaphook", "/p/package.json", "/p/hooks/guard.sh"],
  hookFiles: () => ["/p/.claude/settings.json", "/p/.github/hooks", "/h/.claude/settings.json"],
};
const bash = (command: string): boolean => asks("Bash", { command }, hosts);

describe("a command that writes where a host finds hooks asks", () => {
  test.each([
    "echo {} > .claude/settings.json",
    "cp x .claude/settings.json",
    "sed -i s/a/b/ .claude/*.json",
    "rm -r .claude",
    "rm -rf ../p*",
    "mkdir -p ~/.claude; echo x > ~/.claude/settings.json",
    "cd .claude && tee settings.json",
    "mv x .github/hooks/a.json",
    'python3 -c \'open(".claude/settings.json","w")\'',
    'python3 -c \'open(".claude/"+"settings.json","w")\'',
    "python3 -c 'import logging; logging.FileHandler(\".claude/settings.json\")'",
    "python3 -c 'import os; os.system(\"echo x > .claude/settings.json\")'",
    "printf 'x:\\n\\trm .claude/settings.json\\n' > q.mk; make -f q.mk",
    "vim -es -c '!rm .claude/settings.json' -c q",
    "ex -s -c 'w! .claude/settings.json|q' a.txt",
    "sqlite3 :memory: '.once .claude/settings.json' 'select 1'",
  ])("%s", (command) => {
    expect(bash(command)).toBe(true);
  });

  // What a checkout brings, a host asks about by itself.
  test.each([
    "cat .claude/settings.json",
    "git diff .claude/settings.json",
    "python3 -c 'print(open(\".vscode/settings.json\").read())'",
    "python3 -c 'import json; json.load(open(\".claude/settings.json\"))'",
    "sed -i s/a/b/ .claude/CLAUDE.md",
    "psql -f hooks/setup.sql",
    "echo x > .github/workflows/a.yml",
    "grep -rn hooks .github",
  ])("%s does not", (command) => {
    expect(bash(command)).toBe(false);
  });
});

test("a checkout asks because of the files of Snaphook's hooks, and not of hosts' settings", () => {
  const only = { ...hosts, protectedPaths: () => ["/elsewhere/x"] };
  expect(asks("Bash", { command: "git pull" }, hosts)).toBe(true);
  expect(asks("Bash", { command: "git pull" }, only)).toBe(false);
});

describe("what changes a protected file without a word for it asks", () => {
  test.each([
    "npm pkg set scripts.x=1",
    "npm --prefix=. pkg delete scripts.x",
    "npm version 2.0.0 --no-git-tag-version",
    "npm init -y",
    "cmake -E rm -rf ../p*",
    "tclsh <<< 'exec touch .snaphoo[]k/x'",
    "tclsh <<< 'set n pack; append n age.json; file delete $n'",
  ])("%s", (command) => {
    expect(bash(command)).toBe(true);
  });

  test.each([
    "npm version",
    "npm pkg get scripts",
    "npm test",
    "tclsh x.tcl",
    "tclsh <<< 'puts 1'",
  ])("%s does not", (command) => {
    expect(bash(command)).toBe(false);
  });
});
