import { describe, expect, test } from "vitest";
import { matches, type Match } from "./matches.js";

const ask = (matcher: string, toolName: string): Match =>
  matches({ dialect: "wave", event: "PreToolUse", matcher, toolName });

const matching = (glob: string, tool: string): Match => ({
  matches: true,
  why: `the glob ${glob} matches ${JSON.stringify(tool)}`,
});

const unheard = (glob: string, tool: string): Match => ({
  matches: false,
  why: `the glob ${glob} does not match ${JSON.stringify(tool)}`,
  by: "matcher",
});

/** Which tools a glob is for. The reason counts too: a glob that cannot be read would fit every tool. */
type Row = [glob: string, fits: readonly string[], doesNotFit: readonly string[]];

function check(glob: string, fits: readonly string[], doesNotFit: readonly string[]): void {
  for (const tool of fits) expect(ask(glob, tool)).toEqual(matching(glob, tool));
  for (const tool of doesNotFit) expect(ask(glob, tool)).toEqual(unheard(glob, tool));
}

describe("braces list what a guard is for", () => {
  test.each<Row>([
    ["{Bash,Write}.", ["Bash.", "Write."], ["Read.", "Bash", "Bash.Write.", "{Bash,Write}."]],
    ["mcp__{git,files}__*", ["mcp__git__push", "mcp__files__"], ["mcp__web__get", "git__push"]],
    ["{Edit}.", ["Edit."], ["{Edit}.", "."]],
    ["{Multi,}Edit", ["MultiEdit", "Edit"], ["Multi", "NotebookEdit"]],
    ["{}Bash", ["Bash"], ["{}Bash", ""]],
    ["{Read,Write}{File,Folder}", ["ReadFile", "WriteFolder"], ["Read", "FileRead", "ReadWrite"]],
    ["{git,{web,file}_get}!", ["git!", "web_get!", "file_get!"], ["web!", "git_get!", "_get!"]],
    ["{{a,b},{c,d}}1", ["a1", "b1", "c1", "d1"], ["ac1", "1", "a,b1"]],
    ["{web*,?it}", ["web", "website", "git", "bit"], ["it", "digit"]],
  ])("%j", check);

  test("a hundred tools can be listed, one more counts as every tool", () => {
    const list = (count: number): string =>
      `{${Array.from({ length: count }, (_, at) => `t${at}`).join(",")}}`;
    check(list(100), ["t0", "t99"], ["t100", "Bash"]);
    expect(ask(list(101), "Bash")).toEqual({
      matches: true,
      why: `${list(101)} cannot be read (more than 100 alternatives), so it counts as matching and matches "Bash"`,
    });
  });

  test("combinations count, not braces", () => {
    check("{a,b,c,d,e,f,g,h,i,j}{0,1,2,3,4,5,6,7,8,9}", ["a0", "j9"], ["a", "aa", "k0"]);
    expect(ask("{a,b,c}{a,b,c}{a,b,c}{a,b,c}{a,b,c}", "Bash").why).toContain(
      "(more than 100 alternatives)",
    );
  });
});

describe("a backslash takes the next character literally", () => {
  test.each<Row>([
    ["\\*Bash", ["*Bash"], ["Bash", "xBash", "\\*Bash"]],
    ["Bash\\?", ["Bash?"], ["Bashx", "Bash"]],
    ["\\[a]", ["[a]"], ["a", "\\a"]],
    ["\\{Bash\\}", ["{Bash}"], ["Bash"]],
    ["Bash\\}.", ["Bash}."], ["Bash."]],
    ["{a\\,b,c}-.", ["a,b-.", "c-."], ["a-.", "b-."]],
    ["{a\\},b}-.", ["a}-.", "b-."], ["a-.", "a},b-."]],
    ["{a\\{,b}-.", ["a{-.", "b-."], ["a-."]],
    ["\\{{a,b}", ["{a", "{b"], ["a", "{{a"]],
    ["C:\\\\*", ["C:\\Windows", "C:\\"], ["C:*", "C:/Windows"]],
  ])("%j", check);
});

describe("a class stands for one of its characters", () => {
  test.each<Row>([
    ["[B-D]at", ["Bat", "Cat", "Dat"], ["Aat", "Eat", "Tat", "-at", "at", "BBat"]],
    ["[aXz]!", ["a!", "X!", "z!"], ["b!", "Y!", "y!", "T!"]],
    ["[a-cx-z]!", ["b!", "y!"], ["d!", "-!", "w!"]],
    ["[!a-c]!", ["d!", "!!", "^!"], ["a!", "b!", "c!", "!"]],
    ["[^a]?", ["b?", "^x", "!x"], ["ax", "b"]],
    ["[-a]!", ["-!", "a!"], ["b!"]],
    ["[a-]!", ["-!", "a!"], ["b!", "]!"]],
    ["[]]!", ["]!"], ["[!", "]]!"]],
    ["[!]]!", ["a!", "[!"], ["]!"]],
    ["[*?]!", ["*!", "?!"], ["a!"]],
    ["[α-γ]!", ["β!"], ["b!", "δ!"]],
    ["tool[0-9][0-9]", ["tool07", "tool42"], ["tool7", "tool007", "toolab"]],
  ])("%j", check);
});

describe("stars and question marks", () => {
  test.each<Row>([
    ["***", ["", "Bash"], []],
    ["a**b***", ["ab", "axbx", "aabb"], ["a", "ba", "xab"]],
    ["*ab*ab", ["abab", "ababab", "xabxab"], ["ab", "abax", "aba"]],
    ["??", ["ab", "😀😀"], ["a", "abc", "", "😀"]],
    ["*?.ts", ["a.ts", "src/a.ts"], [".ts", "a.tsx"]],
    ["[\\]a-]x", ["]x", "ax", "-x"], ["\\x", "x", "bx"]],
    ["[\\!b]x", ["!x", "bx"], ["cx", "\\x"]],
    ["[!\\]]x", ["ax"], ["]x"]],
    ["Bash.*", ["Bash.", "Bash.run"], ["Bash", "Bashful"]],
  ])("%j", check);
});

describe("a glob that cannot be read counts as every tool, and says what is wrong", () => {
  test.each<[glob: string, fault: string]>([
    ["{Bash,Write", "a { without its }"],
    ["{Bash,{Write}", "a { without its }"],
    ["{Bash,Write}{Read", "a { without its }"],
    ["{Bash\\}", "a { without its }"],
    ["Bash}", "a } without its {"],
    ["}Bash", "a } without its {"],
    ["{Bash,Write}}", "a } without its {"],
    ["}{Bash,Write}", "a } without its {"],
    ["[z-a]ash", "a range from z down to a"],
    ["[A-", "a [ without its ]"],
    ["[]", "a [ without its ]"],
    ["[!]", "a [ without its ]"],
    ["{Bash,[A}", "a [ without its ]"],
    ["[a\\]", "a [ without its ]"],
    ["Bash\\", "a \\ at the end"],
    ["{Bash,Write}\\", "a \\ at the end"],
  ])("%j: %s", (glob, fault) => {
    expect(ask(glob, "Other")).toEqual({
      matches: true,
      why: `${glob} cannot be read (${fault}), so it counts as matching and matches "Other"`,
    });
  });
});
