import { describe, expect, test } from "vitest";
import { judge } from "./judge.js";
import { readRules } from "./read-rules.js";
import type { CallWorld } from "./world.js";

/** As a real one: it throws at what no file system can hold. */
function canonical(path: string): string {
  if (path.includes("/broken") || path.includes("\u0000")) throw new Error("ELOOP");
  return path;
}

const world: CallWorld = {
  projectDir: "/p",
  home: "/h",
  cwd: "/p",
  canonical,
  exists: () => true,
  protectedPaths: () => ["/p/.snaphook", "/p/snaphook.lock", "/opt/hooks/guard.sh", "/p/a=b,c:d"],
};

const { rules } = readRules([{ layer: "user", list: "allow", text: "*", file: null, line: null }]);

const asks = (tool: string, input: unknown): boolean =>
  judge({ tool, input }, rules, world).bySelfProtection;

describe("a path cannot hide what it leads to", () => {
  test.each<[name: string, path: string]>([
    ["behind a line end in its middle", "/p/x\n/../.snaphook/settings.json"],
    ["by a line end in the name of a new file", "/p/.snaphook/a\nb"],
    ["behind a name of blanks that trimming would take away", " /../.snaphook/settings.json"],
    ["behind a name of other white space", "\u00a0/../snaphook.lock"],
    ["behind very many dots", `/p/${"./".repeat(3000)}.snaphook/settings.json`],
    ["in 4096 characters", `/p/.snaphook/${"x".repeat(4083)}`],
    ["in 4097 characters", `/p/.snaphook/${"x".repeat(4084)}`],
  ])("%s", (_name, path) => {
    expect(asks("Write", { file_path: path })).toBe(true);
    expect(asks("Read", { file_path: path })).toBe(false);
  });

  test("a path that is too long to be compared is asked about", () => {
    expect(asks("Write", { file_path: `/q/${"x".repeat(4096)}` })).toBe(true);
    expect(asks("Write", { file_path: `/q/${"x".repeat(4093)}` })).toBe(false);
  });

  test("other texts may be long and have lines", () => {
    expect(asks("Write", { content: `/p/.snaphook/${"x".repeat(4083)}` })).toBe(true);
    expect(asks("Write", { content: `/p/.snaphook/${"x".repeat(4084)}` })).toBe(false);
    expect(asks("Write", { content: ".snaphook/\nnode_modules/" })).toBe(false);
    expect(asks("Write", { content: "\n  .snaphook/a \n" })).toBe(true);
  });
});

describe("a command cannot hide what it changes", () => {
  test.each([
    "cp evil $'x\\n/../.snaphook/settings.json'",
    "cp evil 'x\n/../.snaphook/settings.json'",
    "echo x > 'x\n/../snaphook.lock'",
    "cp evil ' /../.snaphook/settings.json'",
    "rm /p/.snaphook/broken/*",
    "rm -rf /p/snaph*",
    "rm -rf /opt/broken/../hook*",
    "rm .snap\\hook 'x",
    'rm .snap"h"ook \'x',
    "rm a=b,c:d",
    "dd if=x of=a=b,c:d",
    "tee --output=a=b,c:d",
    "cd $x && rm guard.sh",
    "cd $x && rm guar*",
    "cd $x && rm guard.s$y",
    "cd $x && rm a/../guard.sh",
    "cd $x && rm hooks//guard.sh",
    "cd $x && rm -rf hooks",
    "cd $x && rm -rf opt",
    "cd $x && rm -rf opt/hook?",
    "cd $x && rm *",
    "cd $x && echo y > GUARD.sh.",
    "cd .snap* && rm a",
    "cd .s$x && rm a",
    "cd .snap* && rm b*",
    "cd .snap* && rm /p/snaphook.lock",
    "make -C .sn?phook a",
    "git grep -Orm x .snaphook",
    "git grep --open=rm x .snaphook",
    "git -c core.fsmonitor='rm -rf .snaphook' status",
    "cd $x && rm $y",
    "rm 'x",
  ])("%j", (command) => {
    expect(asks("Bash", { command })).toBe(true);
  });

  test.each([
    "rm -rf $x/hook",
    "touch a-o.snaphook/b",
    "touch a=b",
    "python < snaphook.lock",
    "<<EOF\n$x .snaphook\nEOF",
    "find . -path a-exec -print",
    "find . -executable -print",
    "cd $x && rm -rf hook",
    "cd $x && touch hooks",
    "cd $x && rm *.log",
    "cd $x/y && rm a.ts",
    "git -c user.name=a commit -m b",
    "git grep -n x .snaphook",
    "cd z* && rm a.ts",
    "cd z* && rm b*",
    "cd .snap* && rm /p/a.ts",
    "cd .snap* && ls",
    "cd $x && rm a/guard.sh",
    "rm guard.sh",
    "rm /p/broken/*",
    "git commit -m 'one\n\nSee .snaphook/settings.json'",
    "touch 'one\n.snaphook/a'",
  ])("%j is harmless", (command) => {
    expect(asks("Bash", { command })).toBe(false);
  });

  test("words with gaps are counted as looks at the file system as well", () => {
    const words = Array.from({ length: 5001 }, (_, at) => `z$x/${at}`);
    expect(asks("Bash", { command: `touch ${words.join(" ")}` })).toBe(true);
    expect(asks("Bash", { command: `touch ${words.slice(0, 1000).join(" ")}` })).toBe(false);
  });
});
