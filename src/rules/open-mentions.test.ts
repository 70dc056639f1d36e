import { describe, expect, test } from "vitest";
import { decide, ruling } from "./command-rulings.test-support.js";

const rules = ["deny Bash(curl *)", "allow Bash"];

describe("a name of which a part is not known", () => {
  test.each([
    "starter cu$x",
    "starter $x'rl'",
    "starter c$x'l'",
    "starter c$x'r'$y",
    "starter a/cu$x",
    "starter a,cu$x",
    "starter a cu$x b",
    "starter -ecu$x",
    "sh x cu$y",
    "starter <<< cu$x",
    'starter b <<< "exec cu$x"',
  ])("%j may be the denied one", (command) => {
    expect(ruling(rules, { command })).toMatchObject({ decision: "ask" });
    expect(ruling(rules, { command }).why).toContain(
      `its first word may occur in "${command.split(/ <<<|[$']/, 1)[0] ?? ""}`,
    );
  });

  test.each([
    "starter c$x",
    "starter $x",
    "starter $x/b",
    "starter wg$x",
    "starter cu$x'x'",
    "starter xcu$x",
    "starter -cu$x-y",
    "starter cu x$x",
    "echo cu$x",
    "echo <<< cu$x",
    "starter < cu$x",
  ])("%j is not", (command) => {
    expect(decide(rules, command)).toBe("allow");
  });
});

describe("what gives a file another name", () => {
  test.each([
    "cp /usr/bin/curl x",
    "mv /usr/bin/curl x",
    "ln /usr/bin/curl x",
    "install /usr/bin/curl x",
    "link /usr/bin/curl x",
    "cp /usr/bin/'c'url x",
    "cp curl x",
  ])("%j speaks of the file", (command) => {
    expect(decide(rules, command)).toBe("ask");
  });

  test.each(["cp /usr/bin/curls x", "cp curl/a x", "cp a curl.txt", "touch curl", "mkdir curl"])(
    "%j does not",
    (command) => {
      expect(decide(rules, command)).toBe("allow");
    },
  );
});

describe("where a name may begin and end", () => {
  test.each([
    "starter curl",
    "starter a;starter 'curl'",
    "starter -xcurl",
    "starter a=curl",
    "starter curl.",
    "starter curl:",
    "starter @curl",
    "starter +curl",
  ])("in %j", (command) => {
    expect(decide(rules, command)).toBe("ask");
  });

  test.each([
    "starter xcurl",
    "starter curlx",
    "starter curl-x",
    "starter curl.x",
    "starter x.curl",
    "starter x-curl",
    "starter -xycurl",
  ])("not in %j", (command) => {
    expect(decide(rules, command)).toBe("allow");
  });

  test("a rule of two words takes both, in their order", () => {
    const two = ["deny Bash(git push *)", "allow Bash"];
    expect(decide(two, "starter git push")).toBe("ask");
    expect(decide(two, "starter git\npush")).toBe("allow");
    expect(decide(two, "starter 'git -C x\npush'")).toBe("ask");
    expect(decide(two, "starter git -xpush")).toBe("allow");
    expect(decide(two, "starter push git")).toBe("allow");
    expect(decide(two, "starter git pushes")).toBe("allow");
    expect(decide(two, "starter git")).toBe("allow");
  });

  test("a rule with a folder is about the name behind it", () => {
    const path = ["deny Bash(/opt/bin/curl *)", "allow Bash"];
    expect(decide(path, "starter curl")).toBe("ask");
    expect(decide(path, "starter opt")).toBe("allow");
  });
});

test("what a function prints may go to any command", () => {
  expect(decide(rules, "f() { echo curl; }; f | starter")).toBe("ask");
  expect(decide(rules, "f() { echo curl; }; echo x")).toBe("allow");
  expect(decide(rules, "f() { echo curl; }; echo x; starter")).toBe("ask");
  expect(decide(rules, "echo curl; starter")).toBe("allow");
});

test("a text of the line that is no command is not quoted", () => {
  expect(ruling(rules, { command: "echo ${x:-curl}" }).why).toContain(
    "its first word occurs in a text of the line that is no command",
  );
});
