import fc from "fast-check";
import { expect, test } from "vitest";
import { rank } from "../../scripts/fuzz-words.mjs";
import { interpret, type InterpretRequest, type Reading, type WireRun } from "../../src/core.js";
import { cleanAnswer, jsonText, type AnswerObject } from "./answers.js";
import {
  anyEvent,
  exited,
  jsonDialect,
  knownEvent,
  noise,
  onFailure,
  tolerantDialect,
} from "./arbitraries.js";
import { gainsOf } from "./gains.js";
import { holdsFor } from "./property.js";

/** A clean answer, and the same one spoiled: still a complete object, but not to be trusted. */
interface Spoiled {
  readonly request: Omit<InterpretRequest, "runs">;
  readonly clean: WireRun;
  readonly spoiled: WireRun;
}

type Spoil = (answer: AnswerObject, text: string) => fc.Arbitrary<WireRun>;

const amongNoise: Spoil = (_, text) =>
  fc
    .tuple(fc.option(noise, { nil: null }), noise, fc.boolean())
    .map(([before, after, swap]) => (swap ? [after, text, before] : [before, text, after]))
    .map((lines) => ({ stdout: lines.filter((line) => line !== null).join("\n") }));

const cut: Spoil = (_, text) => fc.constant({ stdout: text, cut: true });

const tooDeep: Spoil = (_, text) =>
  fc.constantFrom(64, 100, 2000).map((levels) => ({
    stdout: `{"deep":${"[".repeat(levels)}${"]".repeat(levels)}${text.length > 2 ? "," : ""}${text.slice(1)}`,
  }));

const notUtf8: Spoil = (_, text) =>
  fc.constant({
    stdout: new Uint8Array([...Buffer.from(text.slice(0, -1)), ...notUtf8Member(text), 0x7d]),
  });
const notUtf8Member = (text: string): Buffer =>
  Buffer.concat([Buffer.from(/^\{\s*\}$/.test(text) ? '"x":"' : ',"x":"'), Buffer.of(0xff, 0x22)]);

/** Letters beyond Latin have no zero byte by which UTF-16 could be recognised; JSON can do without them. */
const utf16: Spoil = (_, text) =>
  fc.constantFrom("", "\uFEFF").map((mark) => ({
    stdout: new Uint8Array(Buffer.from(mark + escaped(text), "utf16le")),
  }));
const escaped = (text: string): string =>
  text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const mislabelled: Spoil = (answer) => {
  const specific = { ...(answer["hookSpecificOutput"] as AnswerObject | undefined) };
  const label = { ...answer, hookSpecificOutput: { ...specific, hookEventName: "Elsewhere" } };
  return fc.constant({ stdout: JSON.stringify(label) });
};

const contradicted: Spoil = (_, text) =>
  fc
    .constantFrom('"continue":"maybe"', '"hookSpecificOutput":{}', '"hookSpecificOutput":7')
    .map((member) => ({
      stdout: `{"continue":"perhaps",${member}${/^\{\s*\}$/.test(text) ? "" : ","}${text.slice(1)}`,
    }));

const spoiledBy = (spoil: Spoil, dialect: fc.Arbitrary<string>): fc.Arbitrary<Spoiled> =>
  fc.tuple(anyEvent, fc.boolean()).chain(([event, allowUpdatedPrompt]) =>
    fc.tuple(cleanAnswer(event), dialect, exited, onFailure).chain(([answer, name, end, failure]) =>
      jsonText(answer).chain((text) =>
        spoil(answer, text).map((spoiled) => ({
          request: { dialect: name, event, allowUpdatedPrompt },
          clean: { ...end, onFailure: failure, stdout: text },
          spoiled: { ...end, onFailure: failure, ...spoiled },
        })),
      ),
    ),
  );

/** The verdict of the exit code alone. */
const silence = ({ request, clean }: Spoiled): Reading =>
  interpret({ ...request, runs: [{ ...clean, stdout: "" }] });

test.each<[string, Spoil]>([
  ["is among noise", amongNoise],
  ["was cut", cut],
  ["is nested too deep", tooDeep],
  ["is not UTF-8", notUtf8],
  ["is UTF-16", utf16],
  ["names another event", mislabelled],
  ["contradicts itself", contradicted],
])("an answer that %s may only tighten", (_, spoil) => {
  holdsFor(spoiledBy(spoil, tolerantDialect), (both) => {
    const reading = interpret({ ...both.request, runs: [both.spoiled] });
    expect(gainsOf(reading)).toEqual([]);
    const clean = interpret({ ...both.request, runs: [both.clean] });
    const strictest = Math.max(rank(silence(both)), rank(clean));
    expect(rank(reading)).toBeGreaterThanOrEqual(strictest);
  });
});

test("in the strict reading an answer among noise leaves the exit code to decide", () => {
  holdsFor(spoiledBy(amongNoise, fc.constant("wave/strict")), (both) => {
    const reading = interpret({ ...both.request, runs: [both.spoiled] });
    expect(gainsOf(reading)).toEqual([]);
    expect(rank(reading)).toBeGreaterThanOrEqual(rank(silence(both)));
  });
});

test("an answer that breaks off is nothing but a failure", () => {
  const broken = knownEvent.chain((event) =>
    fc.tuple(jsonDialect, fc.constant(event), cleanAnswer(event), fc.nat(), exited, onFailure),
  );
  holdsFor(broken, ([dialect, event, answer, at, end, failure]) => {
    const text = JSON.stringify(answer);
    const stdout = text.slice(0, 1 + (at % (text.length - 1)));
    const request = { dialect, event };
    const run = { ...end, onFailure: failure };
    const reading = interpret({ ...request, runs: [{ ...run, stdout }] });
    expect(gainsOf(reading)).toEqual([]);
    const exitAlone = interpret({ ...request, runs: [{ ...run, stdout: "" }] });
    expect(rank(reading)).toBeGreaterThanOrEqual(rank(exitAlone));
  });
});
