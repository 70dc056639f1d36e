import { expect, test } from "vitest";
import type { PendingPermission } from "../agent/index.js";
import { withDialog, type Dialog } from "./dialogs.js";
import { questionOf } from "./permission-dialog.js";
import { reviewOf } from "./trust-dialog.js";

const pending: PendingPermission = {
  id: "1",
  toolName: "Bash",
  toolId: "call-1",
  input: {},
  original: {},
  reasons: [],
};
const question = { ...questionOf(null, [pending], 0), choice: 2 } as Dialog;
const review = reviewOf([], 0);

test("a review is shown before a question, which stays as the user has left it", () => {
  const both = withDialog([question], "review", () => review);
  expect(both).toEqual([review, question]);
  expect(withDialog(both, "review", () => null)).toEqual([question]);
});

test("a question that comes while a review is shown waits behind it", () => {
  expect(withDialog([review], "permission", () => question)).toEqual([review, question]);
});

test("a dialog is changed from what it was before, in its place", () => {
  const seen: (Dialog | null)[] = [];
  const next = withDialog([review, question], "permission", (before) => {
    seen.push(before);
    return before === null ? null : { ...before, scroll: 7 };
  });
  expect(next).toEqual([review, { ...question, scroll: 7 }]);
  expect(seen).toEqual([question]);
  expect(withDialog([], "permission", (before) => before)).toEqual([]);
});
