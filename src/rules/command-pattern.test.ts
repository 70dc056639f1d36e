import { describe, expect, test } from "vitest";
import { commandText, fitsWordByWord, fitText, readCommandPattern } from "./command-pattern.js";
import { UNKNOWN } from "../shell/index.js";

describe("how a command pattern is read", () => {
  test.each<[text: string, restriction: readonly string[], permission: readonly string[]]>([
    ["rm", ["rm"], ["rm"]],
    ["rm *", ["rm *", "rm"], ["rm *", "rm"]],
    ["rm:*", ["rm:*", "rm *", "rm"], ["rm *", "rm"]],
    [
      " git  'push'\t* ",
      ["git 'push' *", "git push *", "git 'push'", "git push"],
      ["git 'push' *", "git push *", "git 'push'", "git push"],
    ],
    ["*", ["*"], ["*"]],
  ])("%j", (text, restriction, permission) => {
    const formsOf = (isRestriction: boolean): readonly string[] =>
      readCommandPattern(text, isRestriction).forms.map((form) => form.text);
    expect(formsOf(true)).toEqual(restriction);
    expect(formsOf(false)).toEqual(permission);
  });
});

describe("whether a pattern fits a text in which … is not known", () => {
  test.each<[pattern: string, text: string, fit: string]>([
    ["rm *", "rm x", "yes"],
    ["rm *", "rm …", "yes"],
    ["rm *", "…", "maybe"],
    ["rm *", "r… x", "maybe"],
    ["rm *", "ls x", "no"],
    ["rm *", "ls …", "no"],
    ["rm", "… rm", "maybe"],
    ["rm", "rm …", "maybe"],
    ["rm", "ls …", "no"],
    ["a*b", "a…c", "no"],
    ["a*b", "c…b", "no"],
  ])("%s and %s: %s", (pattern, text, fit) => {
    expect(
      fitText(readCommandPattern(pattern, true), commandText(text.replaceAll("…", UNKNOWN))),
    ).toBe(fit);
  });
});

describe("whether a pattern fits word by word", () => {
  test.each<[pattern: string, words: readonly string[], named: number, fits: boolean]>([
    ["export *", ["export"], 1, true],
    ["export *", ["export", "A=1", "B=2"], 1, true],
    ["export A", ["export", "A", "B"], 1, false],
    ["*", ["export"], 1, false],
    ["e*", ["export"], 1, false],
    ["A=* ls", ["A=1", "ls"], 2, true],
    ["A=*", ["A=1", "ls"], 2, false],
    ["A=* *", ["A=1", "ls"], 2, false],
    ["A=* ls **", ["A=1", "ls"], 2, false],
    ["A=* ls **", ["A=1", "ls", "x"], 2, true],
  ])("%s and %j, %i of them named: %s", (pattern, words, named, fits) => {
    expect(fitsWordByWord(readCommandPattern(pattern, false), words, named)).toBe(fits);
  });
});
