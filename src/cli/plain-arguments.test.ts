import { parseArgs } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePlainly, type OptionSpec } from "./plain-arguments.js";

const options: Readonly<Record<string, OptionSpec>> = {
  json: { type: "boolean", multiple: false },
  host: { type: "string", multiple: false },
  input: { type: "string", multiple: true },
  help: { type: "boolean", multiple: false, short: "h" },
  "fix:unsafe": { type: "boolean", multiple: false },
};

const words =
  "--json --host --input --help -h -j -- - --host=x --host= --json=x --fix:unsafe --unknown --constructor --__proto__ codex a=b -x x -1".split(
    " ",
  );

test("what is read without the parser of Node is what that parser reads", () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words, ""), { maxLength: 6 }), (args) => {
      const read = parsePlainly(args, options);
      if (read === null) return;
      plain++;
      const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
      expect(Object.entries(read.values)).toEqual(Object.entries(values));
      expect(read.positionals).toEqual(positionals);
    }),
    { numRuns: 5000 },
  );
  expect(plain).toBeGreaterThan(300);
});

test("the lines that hosts start are read without it", () => {
  expect(parsePlainly(["run", "--host", "codex", "--json", "--", "./a.sh", "-x"], options)).toEqual(
    {
      values: { host: "codex", json: true },
      positionals: ["run", "./a.sh", "-x"],
    },
  );
});
