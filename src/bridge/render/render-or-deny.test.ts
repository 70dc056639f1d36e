import { describe, expect, test } from "vitest";
import { bridgedHosts } from "../../hosts/index.js";
import { changesOf, interpret, type Reading } from "../../interpret/index.js";
import { render, renderOrDeny, type PortableAnswer } from "../index.js";

const bash = { tool_name: "Bash", tool_input: { command: "rm -rf /" } };
const allow = { outcome: "proceed", permission: "allow" } as const;
const silent = { outcome: "proceed", permission: "none" } as const;
const ask = { outcome: "ask", permission: "ask" } as const;

const rewrites: Readonly<Record<string, Pick<PortableAnswer, "input" | "prompt" | "toolOutput">>> =
  {
    input: { input: { command: "ls" } },
    prompt: { prompt: "say hello" },
    toolOutput: { toolOutput: "[hidden]" },
  };

const cells = bridgedHosts().flatMap(({ name, events }) =>
  Object.keys(events).flatMap((event) =>
    Object.keys(rewrites).map((change) => [name, event, change] as const),
  ),
);

const readingOf = (host: string, event: string, answer: object): Reading => {
  const { exit, stdout, stderr } = answer as { exit: number; stdout: string; stderr: string };
  return interpret({ dialect: host, event, payload: bash, runs: [{ exit, stdout, stderr }] });
};

describe("a rewrite that a host cannot apply", () => {
  test("there are many places where it cannot", () => {
    const lost = cells.filter(([host, event, change]) =>
      render(host, event, { ...silent, ...rewrites[change] }, bash).losses.some(
        ({ path }) => path === change,
      ),
    );
    expect(cells.length).toBeGreaterThan(200);
    expect(lost.length).toBeGreaterThan(100);
  });

  test.each(cells)(
    "%s %s: %s is applied, denied, or reported as neither",
    (host, event, change) => {
      for (const level of [silent, allow, ask]) {
        const wanted: PortableAnswer = { ...level, ...rewrites[change] };
        const rendered = renderOrDeny(host, event, wanted, bash);
        const reading = readingOf(host, event, rendered);
        const paths = rendered.losses.map(({ path }) => path);
        if (!paths.includes(change)) {
          expect(changesOf(reading)).toEqual(rewrites[change]);
          continue;
        }
        expect(reading.permission).not.toBe("allow");
        const isReported = rendered.losses.some(({ code }) => code === "host-deny-lost");
        expect(["block", "halt"].includes(reading.outcome)).toBe(!isReported);
      }
    },
  );
});

test("the reason says what was lost, and the hook's own reason follows", () => {
  const wanted: PortableAnswer = { ...allow, ...rewrites["input"], reason: "made it safe" };
  const { losses, ...answer } = renderOrDeny("cursor", "beforeShellExecution", wanted, bash);
  const { outcome, toModel, toUser } = readingOf("cursor", "beforeShellExecution", answer);
  const said = [...toModel, ...toUser].map(({ text }) => text).join("\n");
  expect({ outcome, paths: losses.map(({ path }) => path) }).toEqual({
    outcome: "block",
    paths: ["input"],
  });
  expect(said).toContain(
    "A hook rewrote the tool input, but cursor cannot apply that on beforeShellExecution: denied, so that the original is not used.\nmade it safe",
  );
});

test("what is applied, and what is denied anyway, is as `render` gives it", () => {
  const applied: PortableAnswer = { ...allow, ...rewrites["input"] };
  const claude = ["claude-code", "PreToolUse"] as const;
  expect(renderOrDeny(...claude, applied, bash)).toEqual(render(...claude, applied, bash));
  const denied: PortableAnswer = { outcome: "block", permission: "deny", ...rewrites["input"] };
  const cursor = ["cursor", "beforeShellExecution"] as const;
  expect(renderOrDeny(...cursor, denied, bash)).toEqual(render(...cursor, denied, bash));
});
