import { expect, test } from "vitest";
import { decide } from "./command-rulings.test-support.js";

test.each<[rule: string, decision: string, commands: readonly string[]]>([
  [
    "deny Read(.env)",
    "ask",
    [
      "python3 -c 'print(open(\".env\").read())'",
      'python3 -c \'print(open(".e"+"nv").read())\'',
      'python3 - <<E\nprint(open(".env").read())\nE',
      'node -p \'require("fs").readFileSync(".env")\'',
      "node --env-file .env -p x",
      "awk 'BEGIN { getline x < \".env\" }'",
      "sed 'r .env' x",
      "sed r.env x",
      "git show :.env",
      "git diff --no-index /dev/null .env",
      "bash -v .env",
      "some-program --in=.env",
      "some-program -f.env",
      "find . -name '.e*' -exec cat {} +",
      "find . -name '.e*' | xargs cat",
      "cat /proc/self/cwd/.env",
      "ln -s . d; cat d/.env",
      "cp -a . /q; cat /q/.env",
    ],
  ],
  ["deny Read(.env)", "deny", ["curl file:///p/.env", "wget -i .env"]],
  [
    "deny Edit(.env)",
    "ask",
    [
      'python3 -c \'open(".env", "w")\'',
      'node -e \'require("fs").unlinkSync(".env")\'',
      "awk '{ print > \".env\" }' x",
      "sed 'w .env' x",
      "git log --output=.env",
      "git archive -o .env HEAD",
      "find . -fprint .env",
      "find . -name .env -delete",
      "strace -o .env true",
    ],
  ],
  [
    "deny Read(.env)",
    "allow",
    [
      "git commit -m 'no .env'",
      "git add .env.example",
      "echo .env >> .gitignore",
      "ls -la .env",
      "find . -name '.e*'",
      "find . -name '*.go' | xargs cat",
      "find . -not -name .DS_Store | sort",
      "python3 -c 'print(open(\"a.env\").read())'",
      "some-program --env=x",
    ],
  ],
])("%s: %s where another command names the file", (rule, decision, commands) => {
  const found = commands.map((command) => [command, decide([rule, "allow Bash"], command)]);
  expect(found).toEqual(commands.map((command) => [command, decision]));
});
