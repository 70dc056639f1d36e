/** The form of `*.hooktest` files. It needs zod, so that only who reads such files loads it. */
import { RE2JS } from "re2js";
import { z } from "zod";

const pattern = z
  .string()
  .refine(isExpression, { error: "a regular expression that RE2 can read" })
  .describe("A regular expression (RE2) that matches in it");

function isExpression(source: string): boolean {
  try {
    RE2JS.compile(source);
    return true;
  } catch {
    return false;
  }
}

const text = z
  .union(
    [
      z.string().describe("It contains this"),
      z.strictObject({
        contains: z.string().optional(),
        equals: z
          .string()
          .optional()
          .describe("All of it, but for blanks at the beginning and the end"),
        pattern: pattern.optional(),
      }),
    ],
    { error: "a text, or an object with contains, equals or pattern" },
  )
  .describe("What a text must be");

const texts = z
  .union([text, z.array(text)], {
    error: "a text, an object with contains, equals or pattern, or a list of these",
  })
  .describe("Each must hold for one of the texts; an empty list: there is no text");

const givenFile = z.union(
  [
    z.string().describe("Its text"),
    z.null().describe("It is not there"),
    z.strictObject({
      text: z.string().optional(),
      base64: z.string().optional(),
      executable: z.boolean().optional(),
    }),
  ],
  { error: "a text, null, or an object with text or base64, and executable" },
);

const states = ["created", "changed", "removed", "unchanged"] as const;

const expectedFile = z.union(
  [
    z.enum(states),
    z.strictObject({
      state: z.enum(states).optional(),
      contains: z.string().optional(),
      equals: z.string().optional(),
      pattern: pattern.optional(),
    }),
  ],
  { error: `${states.join(", ")}, or an object with state, contains, equals or pattern` },
);

const names = z.array(z.string());

const given = z.strictObject({
  event: z.string().describe("The event, by Snaphook's name or by the host's"),
  tool: z.string().optional().describe("The tool, by Snaphook's name"),
  input: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The tool's input; by default a sample"),
  payload: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Fields of the payload that replace those of a sample; with from: all of it"),
  from: z
    .string()
    .optional()
    .describe("The host in whose form the payload and the event's name are; by default Snaphook's"),
  files: z
    .record(z.string(), givenFile)
    .optional()
    .describe("Files by their paths in the project, or in the home folder (~/); others stay"),
  env: z.record(z.string(), z.string()).optional().describe("Variables of the environment"),
  time: z.iso
    .datetime({ offset: true, error: "a time such as 2026-01-31T09:00:00Z" })
    .optional()
    .describe("SOURCE_DATE_EPOCH, and timestamp in the payload; the clock is not changed"),
  hooks: names.optional().describe("Names or ids of the hooks that are there; by default all"),
});

const expectation = z.strictObject({
  outcome: z.enum(["proceed", "block", "ask", "defer", "halt"]).optional(),
  permission: z.enum(["allow", "deny", "ask", "defer", "none"]).optional(),
  input: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .describe("The input as rewritten; null: nobody rewrites it"),
  prompt: text.nullable().optional().describe("The prompt as rewritten; null: nobody rewrites it"),
  toUser: texts.optional().describe("What the user reads"),
  toModel: texts.optional().describe("What the model reads"),
  toLog: texts.optional().describe("What only the log has"),
  ran: names.optional().describe("Hooks that ran, by name or id"),
  skipped: names.optional().describe("Hooks that did not run, by name or id"),
  files: z
    .record(z.string(), expectedFile)
    .optional()
    .describe("What became of files; * stands for all others"),
  problems: names.optional().describe("Codes of problems that are reported"),
  failed: z.boolean().optional().describe("Whether a hook failed"),
  withinMs: z.number().positive().optional().describe("No hook takes longer"),
});

const hosts = z.array(z.string()).min(1);

const hookTest = z.strictObject({
  name: z.string().min(1),
  hosts: hosts.optional().describe("snaphook, or hosts with or without @VERSION"),
  given: given.partial().describe("The event, and what hooks find"),
  expect: expectation.optional().describe("What must come of it; what is not named is not checked"),
  on: z
    .record(z.string(), expectation)
    .optional()
    .describe("By host: what differs there from expect"),
});

/** The form of a file of hook tests. */
export const hookTestFile = z.strictObject({
  $schema: z.string().optional(),
  hosts: hosts
    .optional()
    .describe("For tests that name none; by default every host that has hooks on the event here"),
  given: given.partial().optional().describe("For every test, where it does not say otherwise"),
  tests: z.array(hookTest),
});

/** What a text must be. */
export type TextExpectation = z.infer<typeof text>;
/** What must come of an event. */
export type HookExpectation = z.infer<typeof expectation>;
/** An event, and what hooks find when it is fired. */
export type GivenEvent = z.infer<typeof given>;
/** One test as a file has it. */
export type HookTest = z.infer<typeof hookTest>;
/** The content of a `*.hooktest` file. */
export type HookTestFile = z.infer<typeof hookTestFile>;

/** Every name that a field can have, for who has misspelt one, and what it is written in: `event` in `given`. */
export const fieldPlaces: ReadonlyMap<string, string> = new Map(
  Object.entries({ given, expect: expectation, tests: hookTest, "": hookTestFile }).flatMap(
    ([place, { shape }]) => Object.keys(shape).map((name) => [name, place]),
  ),
);

/** The JSON Schema of a file, for editors. */
export function hookTestSchema(): object {
  return z.toJSONSchema(hookTestFile, { io: "input" });
}
