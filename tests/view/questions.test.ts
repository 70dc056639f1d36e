import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { consent, PermissionQueue, refusal } from "../../src/agent/index.js";
import {
  publishQuestions,
  QuestionWatch,
  type OpenQuestion,
  type Over,
} from "../../src/questions/index.js";
import { temporaryFolder } from "../workspace.js";
import { AskingAgent } from "./asking-agent.js";
import { LiveLines } from "./live-lines.js";
import { RunningViewer } from "./viewer.js";

const never = new AbortController().signal;
const call = {
  toolName: "Bash",
  toolId: "1",
  input: { command: "ls" },
  original: { command: "ls" },
  reasons: [],
};

test("the first answer counts, and the others are aborted", async () => {
  const queue = new PermissionQueue();
  const aborted: string[] = [];
  queue.join({
    answer: (_, signal) =>
      new Promise(() => signal.addEventListener("abort", () => aborted.push("slow"))),
  });
  queue.join({ answer: async () => consent("Bash") });
  expect(await queue.ask(call, never)).toMatchObject({ decision: "allow" });
  expect([aborted, queue.pending]).toEqual([["slow"], []]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("broken");
    },
  ],
  ["rejects", () => Promise.reject(new Error("broken"))],
  ["has no answer", async () => null],
  ["answers about another tool", async () => consent("Write")],
  ["answers with no decision", async () => "allow" as never],
  ["never answers", () => new Promise<never>(() => undefined)],
])("an answerer that %s answers nothing, and the user is asked as ever", async (_, answer) => {
  const queue = new PermissionQueue();
  queue.join({ answer });
  const decision = queue.ask(call, never);
  await new Promise((resolve) => setImmediate(resolve));
  expect(queue.pending.map(({ toolName }) => toolName)).toEqual(["Bash"]);
  queue.resolve(queue.pending[0]?.id ?? "", refusal("Bash"));
  expect(await decision).toMatchObject({ decision: "deny" });
});

test("who has left answers no more, and who joins late is asked what waits", async () => {
  const queue = new PermissionQueue();
  let late: (decision: ReturnType<typeof consent>) => void = () => undefined;
  const leave = queue.join({ answer: () => new Promise((resolve) => (late = resolve)) });
  const decision = queue.ask(call, never);
  leave();
  late(consent("Bash"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(queue.pending).toHaveLength(1);
  queue.join({ answer: async () => refusal("Bash", "no", true) });
  expect(await decision).toMatchObject({ decision: "deny", reason: "no" });
});

test("an answer from elsewhere is said with its place, and one at the screen is not", async () => {
  const queue = new PermissionQueue();
  const said: unknown[] = [];
  queue.followElsewhere(({ by, toolName, decision }) =>
    said.push([by, toolName, decision.decision]),
  );
  const leave = queue.join({ name: "a page", answer: async () => consent("Bash") });
  await queue.ask(call, never);
  leave();
  const decision = queue.ask(call, never);
  queue.resolve(queue.pending[0]?.id ?? "", refusal("Bash"));
  await decision;
  await new Promise((resolve) => setImmediate(resolve));
  expect(said).toEqual([["a page", "Bash", "allow"]]);
});

/** A session whose questions are published, and somebody who watches. */
function meeting(): {
  home: string;
  queue: PermissionQueue;
  watch: QuestionWatch;
  seen: (count: number) => Promise<readonly OpenQuestion[]>;
  /** What was answered elsewhere, as the watcher learns of it. */
  over: Over[];
  close: () => void;
} {
  const home = join(temporaryFolder(), "home");
  const queue = new PermissionQueue();
  const stop = publishQuestions({ id: "s", workspace: "/w", permissions: queue }, home, (why) => {
    throw new Error(why);
  });
  const over: Over[] = [];
  const watch = new QuestionWatch(
    home,
    () => undefined,
    (one) => over.push(one),
  );
  const seen = async (count: number): Promise<readonly OpenQuestion[]> => {
    while (watch.questions.length !== count) {
      watch.look();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return watch.questions;
  };
  return { home, queue, watch, seen, over, close: () => [watch.close(), stop()] };
}

test("nothing is made before there is a question, what is made is private, and nothing stays", async () => {
  const { home, queue, watch, seen, close } = meeting();
  expect(lstatSync(home, { throwIfNoEntry: false })).toBe(undefined);
  const decision = queue.ask(call, never);
  const [question] = await seen(1);
  const folder = join(home, "questions", question?.agent ?? "");
  const modes = [folder, join(folder, "s"), join(folder, "token")].map(
    (path) => lstatSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o600]);
  const answer = { id: question?.id ?? "", decision: "allow", reason: "" } as const;
  expect(await watch.answer(question?.agent ?? "", { ...answer, hash: "0".repeat(64) })).toBe(
    "the call is not the one that was shown",
  );
  expect(
    await watch.answer(question?.agent ?? "", { ...answer, id: "permission-9", hash: "" }),
  ).toBe("it was answered already");
  expect(queue.pending).toHaveLength(1);
  expect(await watch.answer(question?.agent ?? "", { ...answer, hash: question?.hash ?? "" })).toBe(
    null,
  );
  expect(await decision).toMatchObject({ decision: "allow" });
  await seen(0);
  close();
  expect(readdirSync(join(home, "questions"))).toEqual([]);
});

test("where the user answers at the screen, or another viewer, the watcher learns what was answered", async () => {
  const { home, queue, watch, seen, over, close } = meeting();
  const decision = queue.ask(call, never);
  const [question] = await seen(1);
  queue.resolve(question?.id ?? "", consent("Bash"));
  expect(await decision).toMatchObject({ decision: "allow" });
  await seen(0);
  const { agent = "", id = "", hash = "" } = question ?? {};
  expect(await watch.answer(agent, { id, hash, decision: "deny", reason: "" })).toBe(
    "it was answered already",
  );
  const other = new QuestionWatch(home, () => undefined);
  const next = queue.ask(call, never);
  await seen(1);
  while (other.questions.length === 0) {
    other.look();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [again] = other.questions;
  const no = { decision: "deny", reason: "" } as const;
  await other.answer(agent, { id: again?.id ?? "", hash: again?.hash ?? "", ...no });
  expect(await next).toMatchObject({ decision: "deny" });
  while (over.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(over).toEqual([
    { toolName: "Bash", decision: "allow", by: "agent" },
    { toolName: "Bash", decision: "deny", by: "view" },
  ]);
  other.close();
  close();
});

test("who has not the token, or sends what is no answer, gets nothing and changes nothing", async () => {
  const { home, queue, seen, close } = meeting();
  const decision = queue.ask(call, never);
  const [question] = await seen(1);
  const path = join(home, "questions", question?.agent ?? "", "s");
  const { id = "", hash = "" } = question ?? {};
  const said = (line: string): Promise<string> =>
    new Promise((done) => {
      let text = "";
      const socket = connect(path, () => socket.write(line));
      socket.on("data", (chunk) => (text += String(chunk)));
      socket.on("close", () => done(text));
      socket.on("error", () => done(text));
    });
  const yes = JSON.stringify({ type: "answer", id, hash, decision: "allow" });
  for (const line of [
    `${yes}\n`,
    `{"token":"x"}\n${yes}\n`,
    `{"token":null}\n`,
    "x\n",
    "[]\n",
    "\n",
    `"${"0".repeat(64)}"\n`,
  ])
    expect(await said(line)).toBe("");
  expect(queue.pending).toHaveLength(1);
  queue.close("over");
  expect(await decision).toMatchObject({ decision: "deny" });
  close();
});

test("a folder that others can write to is no agent", async () => {
  const home = temporaryFolder();
  const folder = join(home, "questions", "1-x");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "s"), "");
  chmodSync(folder, 0o777);
  const watch = new QuestionWatch(home, () => undefined);
  watch.look();
  expect(watch.questions).toEqual([]);
  expect(await watch.answer("1-x", { id: "", hash: "", decision: "allow", reason: "" })).toBe(
    "the agent has ended",
  );
  watch.close();
});

interface AskedQuestion {
  readonly agent: string;
  readonly id: string;
  readonly hash: string;
}

/** The questions of a running viewer, once there are so many. */
async function asked(viewer: RunningViewer, count: number): Promise<readonly AskedQuestion[]> {
  const live = await LiveLines.open(viewer);
  const found = await live.next(({ type, questions }) => {
    const all = questions as readonly AskedQuestion[];
    return type === "questions" && all.length === count ? all : undefined;
  });
  live.close();
  return found;
}

test("a viewer that is killed while a question waits changes nothing; the next one answers it", async () => {
  const root = temporaryFolder();
  const [home, cwd] = [join(root, "home"), join(root, "project")];
  const agent = new AskingAgent(home, cwd, ["--stream"]);
  const first = await RunningViewer.start({ home, cwd });
  const [question] = await asked(first, 1);
  await first.stop("SIGKILL");
  expect(agent.isRunning).toBe(true);
  const second = await RunningViewer.start({ home, cwd });
  const [same] = await asked(second, 1);
  expect(same).toEqual(question);
  const { agent: name = "", id = "", hash = "" } = same ?? {};
  const answer = { agent: name, id, decision: "allow", reason: "" };
  expect(await second.ask("answer", { ...answer, hash: "x" })).toEqual({
    why: "the call is not the one that was shown",
  });
  expect(await second.ask("answer", { ...answer, hash, decision: "yes" })).toEqual({
    error: "decision is neither allow nor deny",
  });
  expect(agent.isRunning).toBe(true);
  expect(await second.ask("answer", { ...answer, hash })).toEqual({ why: null });
  const { status, stdout } = await agent.ended;
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual({
    type: "answered",
    toolName: "Bash",
    by: "snaphook view",
    decision: "allow",
  });
  expect(stdout).toContain('"state":"done","result":"42"');
  expect(await second.ask("answer", { ...answer, hash })).toEqual({ why: "the agent has ended" });
  await second.stop();
});
