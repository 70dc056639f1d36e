import { describe, expect, test } from "vitest";
import { decide } from "./command-rulings.test-support.js";

describe("a rule that names more than the program does not cover an option that writes or starts something", () => {
  test.each<[rule: string, ...commands: string[]]>([
    ["sed -n *", "sed -n -i d a", "sed -n --in-place p a", "sed -n p a -i.b"],
    ["perl -c *", "perl -c -i -pe 1 a"],
    [
      "curl -s *",
      "curl -s -o x u",
      "curl -sLo x u",
      "curl -s -D x u",
      "curl -s -c x u",
      "curl -s --trace x u",
      "curl -s --stderr x u",
      "curl -s --config x u",
      "curl -s -O u",
    ],
    ["psql -c *", "psql -c 1 -o x", "psql -c 1 --log-file=x"],
    ["node --test *", "node --test --test-reporter-destination=x", "node --test --import ./x"],
    ["sqlite3 -readonly *", "sqlite3 -readonly x \"select writefile('y', z)\""],
  ])("%s", (rule, ...commands) => {
    for (const command of commands)
      expect([command, decide([`allow Bash(${rule})`], command)]).toEqual([command, "none"]);
  });

  test.each<[rule: string, command: string]>([
    ["sed -n *", "sed -n 1,5p a"],
    ["sed -n -i *", "sed -n -i d a"],
    ["curl -s *", "curl -s -o /dev/null -w x u"],
    ["curl -s *", "curl -s -XPOST -H a u"],
    ["curl *", "curl -o x u"],
    ["node --test *", "node --test x.js"],
  ])("%s covers %s", (rule, command) => {
    expect(decide([`allow Bash(${rule})`], command)).toBe("allow");
  });
});

describe("a word that is not known may be such an option", () => {
  const rules = ["git diff *", "npm test *", "make test *", "echo *", "printf *", "touch *"].map(
    (rule) => `allow Bash(${rule})`,
  );

  test.each([
    "git diff $(echo --output=x)",
    'git diff "$(echo --output=x)"',
    "git diff {--output=x,y}",
    "echo --output=x | xargs git diff",
    "echo --script-shell=x | xargs npm test",
    "echo SHELL=x | xargs make test",
    "touch -- --output=x; git diff *",
    "printf -- '--out%s' put=x | xargs git diff",
    "git diff $(echo x-output | tr x -)",
  ])("%s", (command) => {
    expect(decide(rules, command)).toBe("none");
  });

  test.each([
    "git diff $x",
    "git diff $(echo main)",
    "git diff *.ts",
    "echo a | xargs git diff --stat",
    "npm test -- $x",
  ])("but not in %s", (command) => {
    expect(decide(rules, command)).toBe("allow");
  });
});
