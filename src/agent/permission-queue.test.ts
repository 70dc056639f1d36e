import { expect, test } from "vitest";
import { consent, refusal, type PermissionDecision } from "./permission-decision.js";
import { isPendingPermission, PermissionQueue, type Answerer } from "./permission-queue.js";

const asked = { toolName: "Bash", toolId: "1", input: {}, original: {}, reasons: [] };
const { signal } = new AbortController();
/** The clock may move on between the question and what the test expects. */
const refused = (reason: string): PermissionDecision => ({
  ...refusal("Bash", reason),
  timestamp: expect.any(Number) as number,
});

/** One whose answer is given by the test. */
function answerer(keeps?: Answerer["keeps"]) {
  let say: (decision: PermissionDecision) => void = () => undefined;
  const said = new Promise<PermissionDecision>((resolve) => (say = resolve));
  const who: Answerer = { answer: () => said, ...(keeps !== undefined && { keeps }) };
  return { who, say };
}

const whys: readonly [string, () => string | null, string][] = [
  ["that says why", () => "needs two persons", "needs two persons"],
  [
    "that fails at saying it",
    () => {
      throw new Error("no rules");
    },
    "nobody here can allow it: Error: no rules",
  ],
];

test.each(whys)("a question of an answerer %s is allowed by nobody else", async (_, keeps, why) => {
  const queue = new PermissionQueue();
  const [fleet, view] = [answerer(keeps), answerer()];
  queue.join(fleet.who);
  queue.join(view.who);
  const decision = queue.ask(asked, signal);
  expect(queue.pending).toEqual([{ ...asked, id: "permission-1", onlyElsewhere: why }]);
  queue.resolve("permission-1", consent("Bash", true));
  view.say(consent("Bash"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(queue.pending.length).toBe(1);
  const yes = { ...consent("Bash"), by: "anna and bert" };
  fleet.say(yes);
  expect(await decision).toEqual(yes);
});

test("a question that an answerer keeps is denied by everybody", async () => {
  const queue = new PermissionQueue();
  queue.join(answerer(() => "needs two persons").who);
  const decision = queue.ask(asked, signal);
  const no = refusal("Bash");
  queue.resolve("permission-1", no);
  expect(await decision).toEqual(no);
});

test("what an answerer does not keep is allowed at the screen", async () => {
  const queue = new PermissionQueue();
  queue.join(answerer(() => null).who);
  const decision = queue.ask(asked, signal);
  const yes = consent("Bash");
  queue.resolve("permission-1", yes);
  expect(await decision).toEqual(yes);
});

test("a question of a turn that is over is a no that says so, asked before the end and after it", async () => {
  const queue = new PermissionQueue();
  const turn = new AbortController();
  const asks = [queue.ask(asked, turn.signal)];
  turn.abort();
  asks.push(queue.ask(asked, turn.signal));
  const aborted = refused("The turn was aborted.");
  expect([await Promise.all(asks), queue.pending]).toEqual([[aborted, aborted], []]);
});

test("of questions that nobody answers 32 wait, and one more is a no that says so", async () => {
  const queue = new PermissionQueue();
  for (let count = 0; count < 32; count++) void queue.ask(asked, signal);
  expect(await queue.ask(asked, signal)).toEqual(
    refused("Too many questions are waiting for the user."),
  );
  expect(queue.pending.length).toBe(32);
});

const question = { ...asked, id: "permission-1", reasons: [{ from: "guard", text: "why" }] };

test.each<[what: string, value: unknown, is: boolean]>([
  ["a question", question, true],
  ["one without reasons", { ...question, reasons: [] }, true],
  ["one whose input is nothing", { ...question, input: null }, true],
  ["nothing", null, false],
  ["a text", "question", false],
  ["one without an id", { ...question, id: "" }, false],
  ["one whose tool has no name", { ...question, toolName: 5 }, false],
  ["one without a call", { ...question, toolId: undefined }, false],
  ["a reason that is nothing", { ...question, reasons: [null] }, false],
  ["a reason that nobody gives", { ...question, reasons: [{ text: "why" }] }, false],
  ["a reason without words", { ...question, reasons: [{ from: "guard" }] }, false],
  ["reasons that are no list", { ...question, reasons: "why" }, false],
])("whether a user can be asked: %s", (_what, value, is) => {
  expect(isPendingPermission(value)).toBe(is);
});

test.each(["input", "original"])("a question that says nothing of its %s is none", (key) => {
  const { [key as "input"]: _left, ...rest } = question;
  expect(isPendingPermission(rest)).toBe(false);
});
