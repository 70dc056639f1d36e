import { expect, test } from "vitest";
import { RecursionGate } from "./recursion-gate.js";

test("what passes while the gate is shut happens in order when it opens, and once", () => {
  const gate = new RecursionGate();
  const done: number[] = [];
  gate.pass(() => done.push(1));
  gate.shut();
  gate.shut();
  gate.pass(() => done.push(2));
  gate.pass(() => done.push(3));
  const before = [...done];
  const wasShut = gate.isShut;
  gate.open();
  gate.open();
  gate.pass(() => done.push(4));
  expect({ before, wasShut, done, isShut: gate.isShut }).toEqual({
    before: [1],
    wasShut: true,
    done: [1, 2, 3, 4],
    isShut: false,
  });
});
