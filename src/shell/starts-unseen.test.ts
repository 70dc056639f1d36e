import { expect, test } from "vitest";
import { startsUnseen } from "./code.js";

test.each<[program: string, code: string, isUnseen: boolean]>([
  ["python3", "import json, sys; print(json.load(sys.stdin))", false],
  ["python3", "import guard", false],
  ["python3", '__import__("guard")', false],
  ["python3", 'exec(open("guard.py").read())', false],
  ["python3", 'exec(open("gu"+"ard.py").read())', true],
  ["python3", 'import importlib; importlib.import_module("guard")', false],
  ["python3", 'import importlib; importlib.import_module("gu" + "ard")', true],
  ["python3", 'import runpy; runpy.run_path("guard.py")', false],
  ["python3", 'import os; os.system("node guard")', false],
  ["python3", "import os; os.system(argv)", true],
  ["python3", 'import subprocess; subprocess.run(["sh", "guard.sh"])', false],
  ["node", 'require("./guard")', false],
  ["node", "require(`./${name}`)", true],
  ["node", 'require("./a" + b)', true],
  ["node", 'require("child_process").execSync("node guard")', false],
  ["node", 'require("child_process").fork("guard")', false],
  ["node", "require('child_process').fork(x)", true],
  ["node", 'eval(fs.readFileSync("guard.txt", "utf8"))', false],
  ["node", 'eval(fs.readFileSync("a" + ".txt"))', true],
  ["node", 'JSON.parse(require("fs").readFileSync(0))', false],
  ["perl", 'do "./guard.pl"', false],
  ["perl", 'do("./guard.pl")', false],
  ["perl", 'require "./guard.pl"; exec "node", "guard"', false],
  ["perl", "do $x", true],
  ["perl", "`sh guard.sh`", false],
  ["perl", "eval `cat guard.pl`", true],
  ["ruby", 'load "x.rb"', false],
  ["ruby", "load x", true],
  ["awk", 'BEGIN { system("node guard") }', false],
  ["awk", "{ system($0) }", true],
  ["sh", "anything", false],
])("%s: %s starts something unseen: %s", (program, code, isUnseen) => {
  expect(startsUnseen(code, program)).toBe(isUnseen);
});
