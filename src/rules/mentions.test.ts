import { describe, expect, test } from "vitest";
import { decide, ruling } from "./command-rulings.test-support.js";

const rules = ["deny Bash(curl *)", "deny Bash(git push *)", "allow Bash"];

describe("a denied name elsewhere in the line", () => {
  test.each([
    "strange-starter curl x",
    "strange-starter --run=curl",
    "strange-starter -ecurl",
    "strange-starter 'c\"\"url'",
    "strange-starter '\\x63url'",
    "strange-starter \"'cu'+'rl'\"",
    "strange-starter git -C x push",
    "strange-starter <<< curl",
    "strange-starter $(echo curl)",
    "echo curl | strange-starter",
    "X=curl strange-starter",
    "X=curl",
    "a=(curl x)",
    "echo ${x:-curl}",
    "strange-starter ${x:-curl y}",
    "case curl in x) ;; esac",
    "[[ a || curl ]]",
    "((curl))",
    'python3 -c \'import subprocess; subprocess.run(["curl", "x"])\'',
    "ln -s /usr/bin/curl x",
    "f() { echo curl; }; f | strange-starter",
    "cat > x.sh <<'E'\ncurl y\nE\nfoo | bash x.sh",
  ])("%j is not allowed", (command) => {
    expect(decide(rules, command)).not.toBe("allow");
  });

  test.each([
    "echo curl",
    "echo 'use curl' | tee notes",
    "grep -rn 'curl ' src | head; go build ./...",
    "git commit -m 'no curl any more; git push later'",
    "which curl && command -v curl",
    "apt-get install -y curl git",
    "cat > notes.md <<'E'\ncurl x\nE\nnpm test",
    "python3 -c 'print(\"curl\")'",
    "sed -i 's/curl/wget/' x",
    "find . -name curl",
    "strange-starter curl.txt my-curl --curl libcurl",
    "ls # curl",
    "echo $((n * 15))",
    "[[ -n $x && $y == z ]]",
  ])("%j is allowed", (command) => {
    expect([command, ruling(rules, { command }).why]).toEqual([command, expect.any(String)]);
    expect(decide(rules, command)).toBe("allow");
  });

  test("the reason is named", () => {
    expect(ruling(rules, { command: "strange-starter curl" }).why).toContain(
      'it cannot be excluded: its first word occurs in "strange-starter curl"',
    );
  });
});

test.each([
  ["deny Bash(setup.sh *)", "strange-starter setup.sh x"],
  ["deny Bash(g++ *)", "strange-starter g++ x"],
  ["deny Bash(python3 setup.py *)", "strange-starter python3 setup.py x"],
])("%s: letters that mean something in an expression are letters in %j", (rule, command) => {
  expect(decide([rule, "allow Bash"], command)).toBe("ask");
});

test("a pattern that begins with a star is compared with what is known", () => {
  const star = ["deny Bash(* --force)", "allow Bash"];
  expect(decide(star, "git push $x")).toBe("allow");
  expect(decide(star, "ls *.txt")).toBe("allow");
  expect(decide(star, "git push --force")).toBe("deny");
  expect(decide(star, "x=--force; git push $x")).toBe("deny");
});
