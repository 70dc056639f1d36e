import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { allDialects, events } from "../../src/core.js";
import { anyDialect, knownEvent } from "../properties/arbitraries.js";
import { holdsFor } from "../properties/property.js";
import { faultsOf, mutatedAnswer, recordedAnswers } from "./own-answers.js";

const ajv = new Ajv2020({ strictTypes: false });
const compiled = new Map<string, ValidateFunction>();

/** The schema as it is shipped. */
function schemaFor(dialect: string, event: string): ValidateFunction {
  const path = `schemas/answer/${dialect.replace("/", "-")}.${event}.schema.json`;
  const known = compiled.get(path) ?? ajv.compile(JSON.parse(readFileSync(path, "utf8")) as object);
  compiled.set(path, known);
  return known;
}

/** Sizes, and what a parser has already thrown away: no matter of a schema. */
const unseen = new Set([
  "output-too-deep",
  "output-truncated",
  "text-cut",
  "number-out-of-range",
  "duplicate-key",
]);

/** How schema and decoder differ on one answer; null where they agree. */
function differenceOn(dialect: string, event: string, text: string): object | null {
  const faults = faultsOf(dialect, event, text);
  if (faults.some(({ code }) => unseen.has(code))) return null;
  const validate = schemaFor(dialect, event);
  const isValid = validate(JSON.parse(text));
  const { errors } = validate;
  return isValid === (faults.length === 0) ? null : { dialect, event, text, faults, errors };
}

test("every own dialect has a schema an event that names itself", () => {
  for (const dialect of allDialects)
    for (const { name } of events) {
      expect(schemaFor(dialect.name, name).schema).toMatchObject({
        $id: expect.stringMatching(/^urn:snaphook:schemas\/answer\/.+\.schema\.json$/),
        title: `Answer to ${name} in ${dialect.name}`,
        description: expect.any(String),
      });
    }
});

test("of every answer in the cases schema and decoder say the same", () => {
  const known = recordedAnswers.filter(({ event }) => events.some(({ name }) => name === event));
  expect(known.length).toBeGreaterThan(300);
  const differences = known.map(({ id, dialect, event, text }) => {
    const difference = differenceOn(dialect, event, text);
    return difference && { id, ...difference };
  });
  expect(differences.filter((difference) => difference !== null)).toEqual([]);
});

test("of every answer, and of what goes wrong with it, schema and decoder say the same", () => {
  const given = knownEvent.chain((event) =>
    fc.tuple(anyDialect, fc.constant(event), mutatedAnswer(event)),
  );
  holdsFor(given, ([dialect, event, answer]) => {
    expect(differenceOn(dialect, event, JSON.stringify(answer))).toBeNull();
  });
});
