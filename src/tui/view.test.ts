import { describe, expect, test } from "vitest";
import { noHookEvents, type PendingPermission } from "../agent/index.js";
import { questionOf } from "./permission-dialog.js";
import { Store } from "./store.js";
import { asked, type View } from "./view.js";

const pending = (id: number): PendingPermission => ({
  id: String(id),
  toolName: "Bash",
  toolId: `call-${id}`,
  input: {},
  original: {},
  reasons: [],
});
const viewOf = (question: View["question"]): View =>
  ({ hookEvents: noHookEvents, question }) as View;

describe("where questions come or go", () => {
  const begun = { ...questionOf("1", 100), choice: 2, scroll: 5 };
  test.each<[string, View["question"], readonly number[], View["question"]]>([
    ["the first is shown, from now on", null, [1, 2], questionOf("1", 900)],
    ["the one that is shown stays as the user has left it", begun, [1, 2], begun],
    ["the next one is new, from now on", begun, [2], questionOf("2", 900)],
    ["none is shown where there is none", begun, [], null],
  ])("%s", (_name, question, ids, shown) => {
    const view = asked(viewOf(question), ids.map(pending), 900);
    expect([view.question, view.hookEvents.pendingPermissions]).toEqual([shown, ids.map(pending)]);
  });
});

test("who follows a store is told of changes alone, until it ends that", () => {
  const store = new Store(1);
  const seen: number[] = [];
  const end = store.follow(() => seen.push(store.get()));
  for (const change of [2, 2, 3]) store.update(() => change);
  end();
  store.update(() => 4);
  expect([seen, store.get()]).toEqual([[2, 3], 4]);
});
