import { expect, test } from "vitest";
import { events } from "../payload/index.js";
import { hookKeys } from "./hook-keys.js";
import { settingsSchema } from "./schema.js";
import { settingsKeys } from "./settings-keys.js";
import type { KeyTable } from "./value-spec.js";

type Schema = {
  readonly description?: string;
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly $defs?: Record<string, Schema>;
};
const schema = settingsSchema() as Schema;
const hook = schema.$defs?.["groups"]?.items?.properties?.["hooks"]?.items;

test("the schema knows every key of the settings and of a hook, but no function", () => {
  expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(settingsKeys));
  expect(Object.keys(hook?.properties ?? {})).toEqual(
    Object.keys(hookKeys).filter((key) => key !== "run"),
  );
});

test("the schema knows every event, and lets others have their own", () => {
  const groups = { $ref: "#/$defs/groups" };
  const known = events.map(({ name, fires }) => [
    name,
    { description: `Fires when ${fires}.`, ...groups },
  ]);
  expect(schema.properties?.["hooks"]).toMatchObject({
    type: "object",
    properties: Object.fromEntries(known) as object,
    additionalProperties: groups,
  });
});

test("every key is described", () => {
  const all = [...Object.values(schema.properties ?? {}), ...Object.values(hook?.properties ?? {})];
  expect(all.filter(({ description = "" }) => !/[.]$/.test(description))).toEqual([]);
});

test("the schema of a hook says what the checks say", () => {
  expect(hook?.properties).toMatchObject({
    type: { enum: ["command", "json", "module", "worker", "http"], default: "command" },
    timeout: { type: "number", exclusiveMinimum: 0, default: 60 },
    onFailure: { enum: ["continue", "ask", "block"], default: "continue" },
    args: { type: "array", items: { type: "string" } },
    env: { type: "object", additionalProperties: { type: "string" } },
    exitcode: { type: "integer", minimum: 0, maximum: 255 },
    passEnv: { description: expect.stringContaining("Counts only in: user, program, managed.") },
  });
  expect(hook).toMatchObject({
    additionalProperties: false,
    anyOf: ["command", "json", "module", "url"].map((key) => ({ required: [key] })),
  });
});

test("every default among words is one of them", () => {
  const tables: readonly KeyTable[] = [hookKeys, settingsKeys];
  const specs = tables.flatMap((table) => Object.values(table));
  const words = specs.flatMap(({ value, default: given }) =>
    value.kind === "word" && typeof given === "string" ? [{ words: value.words, given }] : [],
  );
  expect(words.map(({ given }) => given)).toEqual(["command", "continue", "wave", "written"]);
  expect(words.filter(({ given, words: all }) => !all.includes(given))).toEqual([]);
});
