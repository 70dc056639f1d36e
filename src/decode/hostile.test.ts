/** Large inputs made to hurt. Apart from the other tests, because each run of them takes a while. */
import { describe, expect, test } from "vitest";
import { findObjects } from "./find-objects.js";
import { parseJson } from "./parse-json.js";

test("200,000 levels neither crash nor hang", () => {
  const nested = "[".repeat(200_000) + "]".repeat(200_000);
  expect(parseJson(nested)).toMatchObject({ ok: true, tooDeep: true });
  expect(parseJson("[".repeat(200_000))).toMatchObject({ ok: false, offset: 200_000 });
});

describe("hostile outputs of 100 KB take no time to speak of", () => {
  const repeated = (part: string): string => part.repeat(Math.ceil(100_000 / part.length));
  test.each([
    ["unfinished objects on lines", repeated('{"a":\n')],
    ["unfinished objects on one line", repeated('{"a":')],
    ["nested objects with text behind", `${repeated('{"a":\n')}1${"}".repeat(20_000)} x`],
    ["braces", repeated("{")],
    ["braces on lines", repeated("{\n")],
    ["braces that read as strings either way", `x${repeated('{":')}`],
    ["complete objects behind text", repeated('x {"a":1}\n')],
    ["complete objects on lines", repeated('{"a":1}\n')],
    ["quotes", repeated('"{')],
    ["empty objects on one line", repeated("{}")],
    ["empty objects with spaces", repeated("{} ")],
    ["braces behind text", `x${repeated("{")}`],
  ])("%s", (_name, text) => {
    const begin = process.cpuUsage();
    findObjects(text, () => true);
    // A quadratic search takes minutes here; the bound is generous against noise.
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(2000);
  });
});
