import { changeNames, type ChangeName, type changes } from "../dialects/index.js";
import type { PlainObject, PlainValue } from "./plain-value.js";

interface Values {
  readonly object: PlainObject;
  readonly text: string;
  readonly any: PlainValue;
}

/** What is put in place of something; what is left as it is has no key. */
export type Changes = {
  readonly [Name in ChangeName]?: Values[(typeof changes)[Name]["spec"]["type"]];
};

/** Collects what there is of each change; undefined where there is nothing. */
export function changesFrom(valueOf: (name: ChangeName) => PlainValue | undefined): Changes {
  const made: { [Name in ChangeName]?: PlainValue } = {};
  for (const name of changeNames) {
    const value = valueOf(name);
    if (value !== undefined) made[name] = value;
  }
  return made as Changes;
}
