import fc from "fast-check";
import { expect, test } from "vitest";
import { wordFaults } from "../../scripts/fuzz-words.mjs";
import * as core from "../../src/core.js";
import { anyDialect, anyEvent, anyRequest, ending } from "./arbitraries.js";
import { holdsFor } from "./property.js";

test("whatever hooks print and however they end, there is a reading in the documented words", () => {
  holdsFor(anyRequest(), (request) => {
    expect(wordFaults(core.interpret(request), core)).toEqual([]);
  });
});

test("bytes without any structure are read in the documented words", () => {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.string({ unit: "binary" }));
  holdsFor(
    fc.tuple(anyDialect, anyEvent, ending, bytes, bytes),
    ([dialect, event, end, stdout, stderr]) => {
      const reading = core.interpret({ dialect, event, runs: [{ ...end, stdout, stderr }] });
      expect(wordFaults(reading, core)).toEqual([]);
    },
  );
});

test("any JSON value as the answer of the settings is read in the documented words", () => {
  const value = fc.jsonValue({ noUnicodeString: false, depthSize: "large" });
  holdsFor(fc.tuple(anyDialect, anyEvent, value), ([dialect, event, json]) => {
    const reading = core.interpret({ dialect, event, runs: [{ json }] });
    expect(wordFaults(reading, core)).toEqual([]);
  });
});

test("a hook says at most one thing at each level", () => {
  holdsFor(anyRequest(), (request) => {
    const runs = request.runs.map((run, index) => ({ ...run, hook: `hook ${index}` }));
    const said = core
      .interpret({ ...request, runs })
      .provenance.voices.map(({ hook, level }) => `${hook} says ${level}`);
    expect(said).toEqual([...new Set(said)]);
  });
});

test("a failure and a dropped permission are never silent", () => {
  holdsFor(anyRequest({ least: 1, most: 1 }), (request) => {
    const reading = core.interpret(request);
    expect(reading.diagnosed || !reading.failed).toBe(true);
  });
});
