import { expect, test } from "vitest";
import { judge, type Ruling } from "./judge.js";
import { readRules } from "./read-rules.js";
import type { RuleText } from "./rule.js";
import type { World } from "./world.js";

const links: readonly (readonly [string, string])[] = [
  ["/p/link", "/p/.snaphook"],
  ["/p/hooks-link", "/p/hooks"],
  ["/x/up", "/p"],
];

function canonical(path: string): string {
  if (path.includes("/broken")) throw new Error("ELOOP");
  for (const [from, to] of links) {
    if (path === from || path.startsWith(`${from}/`)) return to + path.slice(from.length);
  }
  return path;
}

const world: World = {
  projectDir: "/p",
  home: "/h",
  cwd: "/p",
  canonical,
  protectedPaths: [
    "/p/.snaphook",
    "/p/snaphook.lock",
    "/p/hooks/guard.sh",
    "/h/.snaphook/settings.json",
  ],
};

function ruling(
  tool: string,
  input: unknown,
  rules: readonly string[] = ["allow *"],
  where = world,
): Ruling {
  const texts = rules.map((one): RuleText => {
    const [list = "", ...rest] = one.split(" ");
    return {
      layer: "user",
      list: list as RuleText["list"],
      text: rest.join(" "),
      file: null,
      line: null,
    };
  });
  const protectedPaths = Array.from(where.protectedPaths);
  return judge({ tool, input }, readRules(texts).rules, { ...where, protectedPaths });
}

const asks = (tool: string, input: unknown, where?: World): boolean => {
  const { decision, bySelfProtection, rule } = ruling(tool, input, ["allow *"], where);
  if (bySelfProtection) expect({ decision, rule }).toEqual({ decision: "ask", rule: null });
  else expect(decision).toBe("allow");
  return bySelfProtection;
};

test.each([
  "ls",
  "ls -la .snaphook",
  "cat .snaphook/settings.json",
  "/bin/cat .snaphook/settings.json",
  "/usr/bin/head .snaphook/settings.json",
  "/usr/local/bin/rg x .snaphook",
  "cat snaphook.lock | grep x | wc -l",
  "cat < snaphook.lock",
  "cat snaphook.lock > /dev/null",
  "cat snaphook.lock > copy",
  "diff snaphook.lock other",
  "grep -r x .",
  "echo .snaphook",
  "git status",
  "git diff .snaphook",
  "git log -- .snaphook/settings.json",
  "git -C /p diff .snaphook",
  "git add .snaphook",
  "git commit -m 'change .snaphook'",
  "git commit -m \"$(cat <<'EOF'\nchange .snaphook\nEOF\n)\"",
  "git checkout main",
  "npm test",
  "npx eslint .",
  "node build.js",
  "rm -rf node_modules dist",
  "rm *.log",
  "rm $x",
  "rm -rf $x/build",
  "rm hooks/other.sh",
  "mv a b",
  "cp a.ts b.ts",
  "echo x > out.txt",
  "sed -i s/a/b/ src/a.ts",
  "find . -name '*.ts'",
  "find .snaphook -type f",
  "find . -exec grep -l x {} +",
  "find .snaphook -exec cat {} \\;",
  "cd src && rm a.ts",
  "cd a-b && rm guard.sh",
  "cd $x && rm a/guard.sh",
  "cd $x && touch .. .",
  "tar -xf a -C",
  "make -C src hooks guard.sh",
  "make -x-C hooks guard.sh",
  "make -Cx hooks guard.sh",
  "x --prefixes hooks guard.sh",
  "x a--prefix hooks guard.sh",
  "touch hook*",
  "cat a > hooks",
  "d=hooks; ls $d",
  "d=.; ls",
  "git",
  "find . -execdir grep -l x {} +",
  "find . -okdir cat {} \\;",
  "grep -exec rm .snaphook",
  "cd $x && rm a.ts",
  "sudo cat snaphook.lock",
  "sh -c 'cat snaphook.lock'",
  "timeout 5 ls .snaphook",
  "python -c 'print(1)'",
  "python script.py",
  "rm 'x",
  "curl -o x https://example.com/snap",
  "test -f snaphook.lock",
  "[ -f snaphook.lock ]",
  "command -v x",
  "",
])("%j does not", (command) => {
  expect(asks("Bash", { command })).toBe(false);
});
