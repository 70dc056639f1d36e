import type { z } from "zod";
import { isRecord } from "../json/index.js";
import { nearest } from "../problem/index.js";
import {
  fieldPlaces,
  hookTestFile,
  type GivenEvent,
  type HookExpectation,
  type HookTestFile,
} from "./hook-test.js";
import type { TestSource, ValuePath } from "./test-source.js";

/** A test with all that its file says for it, and where it is. */
export interface PlacedTest {
  readonly file: string;
  /** From 1; null where a program has made it. */
  readonly line: number | null;
  /** Its place in the file. */
  readonly index: number;
  readonly name: string;
  /** Null: every host that has hooks on the event. */
  readonly hosts: readonly string[] | null;
  readonly given: GivenEvent;
  readonly expect: HookExpectation;
  /** By host: what differs there. */
  readonly on: Readonly<Record<string, HookExpectation>>;
}

/** Something that is wrong with a file of tests. */
export interface TestFault {
  readonly file: string;
  readonly line: number | null;
  /** The field, and what is wrong with it. */
  readonly what: string;
}

/** The tests in a file, or everything that is wrong with it. */
export function readTests(
  file: string,
  source: TestSource,
): { readonly tests: readonly PlacedTest[] } | { readonly faults: readonly TestFault[] } {
  const parsed = hookTestFile.safeParse(source.value);
  if (!parsed.success)
    return {
      faults: parsed.error.issues.flatMap((issue) => {
        const path = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
        const line = source.lineOf(path);
        return problemsOf(issue, source.value, path).map((what) => ({ file, line, what }));
      }),
    };
  const faults = contradictions(parsed.data).map(({ path, what }) => ({
    file,
    line: source.lineOf(path),
    what: `${pathText(path)}: ${what}`,
  }));
  if (faults.length > 0) return { faults };
  return { tests: placed(file, parsed.data, source) };
}

function placed(file: string, content: HookTestFile, source: TestSource): PlacedTest[] {
  return content.tests.map((test, index) => ({
    file,
    line: source.lineOf(["tests", index]),
    index,
    name: test.name,
    hosts: test.hosts ?? content.hosts ?? null,
    given: merged(content.given, test.given) as GivenEvent,
    expect: test.expect ?? {},
    on: test.on ?? {},
  }));
}

type PartialGiven = HookTestFile["tests"][number]["given"];

/** What the test says prevails; files, variables and fields of the payload are those of both. */
function merged(all: PartialGiven = {}, own: PartialGiven): PartialGiven {
  const both = (key: "files" | "env" | "payload"): object =>
    all[key] === undefined || own[key] === undefined ? {} : { [key]: { ...all[key], ...own[key] } };
  return { ...all, ...own, ...both("files"), ...both("env"), ...both("payload") };
}

interface Contradiction {
  readonly path: ValuePath;
  readonly what: string;
}

/** What no schema says. */
function contradictions(content: HookTestFile): readonly Contradiction[] {
  const seen = new Map<string, number>();
  return content.tests.flatMap((test, index): Contradiction[] => {
    const path = ["tests", index];
    const given = merged(content.given, test.given);
    const before = seen.get(test.name);
    seen.set(test.name, index);
    const wrong = (key: string, what: string): Contradiction[] => [{ path: [...path, key], what }];
    const strangers = Object.keys(test.on ?? {}).filter((host) => {
      const hosts = test.hosts ?? content.hosts;
      return hosts !== undefined && !hosts.includes(host);
    });
    return [
      ...(before === undefined ? [] : wrong("name", `tests[${before}] has the same name`)),
      ...(given.event === undefined ? wrong("given", "it has no event") : []),
      ...(given.from !== undefined && given.payload === undefined
        ? wrong("given", "from needs a payload in that host's form")
        : []),
      ...(given.from !== undefined && (given.tool ?? given.input) !== undefined
        ? wrong("given", "give the tool and its input in the payload where there is a from")
        : []),
      ...strangers.flatMap((host) => wrong("on", `${host} is not in hosts`)),
    ];
  });
}

const LONGEST_SHOWN = 80;

function problemsOf(issue: z.core.$ZodIssue, root: unknown, path: ValuePath): readonly string[] {
  const at = pathText(path);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const meant = nearest(key, [...fieldPlaces.keys()]);
      const place = meant === key ? fieldPlaces.get(key) : "";
      const hint = meant === undefined ? "" : `; did you mean ${place ? `${place}.` : ""}${meant}?`;
      return `${at === "" ? "" : `${at}: `}unknown field ${JSON.stringify(key)}${hint}`;
    });
  const value = path.reduce<unknown>(memberOf, root);
  if (value === undefined) return [`${at} is missing`];
  const found = JSON.stringify(value);
  const shown = found.length > LONGEST_SHOWN ? `${found.slice(0, LONGEST_SHOWN)}…` : found;
  const allowed =
    issue.code === "invalid_value"
      ? issue.values.map(String).join(", ")
      : issue.code === "invalid_type"
        ? `of type ${issue.expected}`
        : issue.message;
  return [`${at === "" ? "the file" : at}: found ${shown}; allowed: ${allowed}`];
}

function memberOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)] as unknown;
  return isRecord(value) && Object.hasOwn(value, String(key)) ? value[String(key)] : undefined;
}

/** `tests[0].given.event`. */
function pathText(path: ValuePath): string {
  return path
    .map((key, index) =>
      typeof key === "number"
        ? `[${key}]`
        : index === 0
          ? key
          : /^\w+$/.test(key)
            ? `.${key}`
            : `[${JSON.stringify(key)}]`,
    )
    .join("");
}
