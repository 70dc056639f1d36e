import { expect, test } from "vitest";
import { strongest, weakest, type Fit } from "./fit.js";

const yes: Fit = { fits: "yes", why: "a" };
const maybe: Fit = { fits: "maybe", why: "b" };
const no: Fit = { fits: "no", why: "c" };
const other = (fit: Fit): Fit => ({ ...fit, why: "another" });
const nothing: Fit = { fits: "no", why: "there is nothing to test" };

test.each<[name: string, fits: readonly Fit[], strong: Fit, weak: Fit]>([
  ["nothing", [], nothing, nothing],
  ["one", [maybe], maybe, maybe],
  ["all in order", [yes, maybe, no], yes, no],
  ["all the other way round", [no, maybe, yes], yes, no],
  ["without a yes", [no, maybe], maybe, no],
  ["without a no", [maybe, yes], yes, maybe],
  ["equals: the first", [yes, other(yes)], yes, yes],
  ["equals among others", [no, maybe, other(maybe), other(no)], maybe, no],
])("the strongest and the weakest of %s", (_name, fits, strong, weak) => {
  expect({ strong: strongest(fits), weak: weakest(fits) }).toEqual({ strong, weak });
});
