import { isRecord } from "../json/index.js";
import type { HookTest, HookTestFile } from "./hook-test.js";

const WIDTH = 100;

/** Tests as a `*.hooktest.json` has them: no name twice, what all of them share said once, what fits on a line on one line. */
export function testFileText(tests: readonly HookTest[]): string {
  const [first] = tests;
  const hosts = first?.hosts;
  const isShared =
    hosts !== undefined &&
    tests.every((test) => JSON.stringify(test.hosts) === JSON.stringify(hosts));
  const file: HookTestFile = {
    ...(isShared && { hosts }),
    tests: named(tests).map(({ name, hosts: own, ...rest }) => ({
      name,
      ...(!isShared && own !== undefined && { hosts: own }),
      ...rest,
    })),
  };
  return `${written(file, "")}\n`;
}

function named(tests: readonly HookTest[]): readonly HookTest[] {
  const counts = new Map<string, number>();
  return tests.map((test) => {
    const count = (counts.get(test.name) ?? 0) + 1;
    counts.set(test.name, count);
    return count === 1 ? test : { ...test, name: `${test.name} (${count})` };
  });
}

function written(value: unknown, indent: string): string {
  const line = onOneLine(value);
  if (indent !== "" && indent.length + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${written(item, inner)}`);
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  if (!isRecord(value)) return line;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${inner}${JSON.stringify(key)}: ${written(member, inner)}`);
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
