import { expect, test } from "vitest";
import { parseCommand } from "./parse-command.js";

test.each<[name: string, command: string]>([
  ["words", "a ".repeat(50_000)],
  ["parentheses", "(".repeat(99_999)],
  ["quotes", `"'`.repeat(50_000)],
  ["substitutions", "$(".repeat(50_000)],
  ["backquotes", "`".repeat(100_000)],
  ["braces", "${x:-".repeat(20_000)],
  ["here-documents", "<<a ".repeat(25_000)],
  ["numbers", "$((1+".repeat(20_000)],
  ["find", `find ${"-exec ".repeat(16_000)}`],
  ["wrappers", "sudo ".repeat(20_000)],
  ["evals", "eval ".repeat(20_000)],
  ["redirections", "&>a ".repeat(25_000)],
  ["brackets", "[{".repeat(50_000)],
  ["case", "case a in ".repeat(10_000)],
  ["lines", "\\\n".repeat(50_000)],
])("100,000 characters of %s take no time to speak of", (_name, command) => {
  const begin = process.cpuUsage();
  parseCommand(command);
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(5000);
});
