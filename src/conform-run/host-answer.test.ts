import { expect, test } from "vitest";
import { readHostAnswer } from "./host-answer.js";

test.each<[string, unknown]>([
  ['{"outcome":"block","toModel":["no"]}\n', { outcome: "block", toModel: ["no"] }],
  [
    '{"outcome":"proceed","input":null,"prompt":null,"failed":false}',
    { outcome: "proceed", input: null, prompt: null, failed: false },
  ],
  ['{"skip":"no such event"}', { skip: "no such event" }],
  ["", "it printed nothing"],
  ["[]", "what it printed is not a JSON object"],
  ['{"outcome":"blocked"}', "outcome must be proceed, block, ask, defer or halt"],
  ['{"permission":"deny"}', "there is no outcome"],
  ['{"outcome":"block","toModal":[]}', 'there is no key "toModal"; did you mean toModel?'],
  ['{"outcome":"block","toModel":"no"}', "toModel must be a list of strings"],
  ['{"outcome":"proceed","input":[]}', "input must be an object, or null"],
  ['{"outcome":"proceed","failed":"no"}', "failed must be true or false"],
  ['{"outcome":"proceed","__proto__":1}', 'there is no key "__proto__"'],
  ['{"skip":"","outcome":"proceed"}', "skip must be the only key, and say why"],
  ['{"skip":true}', "skip must be the only key, and say why"],
])("%s is read as %j", (printed, expected) => {
  expect(readHostAnswer(printed)).toEqual(expected);
});

test("text around the object is no answer", () => {
  expect(readHostAnswer('ready\n{"outcome":"proceed"}')).toMatch(/is not one JSON object/);
  expect(readHostAnswer('{"outcome":"proceed"}\n{}')).toMatch(/is not one JSON object/);
});
