import { defaultHome } from "../../config/index.js";
import {
  answerKeyFile,
  FleetFault,
  makeAnswerKey,
  OpenQuestions,
  questionToAnswer,
  readAnswerKey,
  wrongName,
  type FleetQuestion,
} from "../../fleet/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { publicKeyText } from "../../signing/index.js";
import type { Arguments } from "../arguments.js";
import { approvals as spec } from "../command-spec.js";
import { isTerminal, writeAll } from "../files.js";
import { say } from "../fold.js";
import { answererName, answerResults } from "../fleet/answering.js";
import { fleetUrl } from "../fleet/fleet-settings.js";
import { questionData, questionLine, questionText } from "../fleet/question-text.js";
import { watchQuestions } from "../fleet/watch-questions.js";
import { interruptible } from "../interruptible.js";
import { prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

const NOT_DONE = 1;
const NOT_AGREED = 3;

const subcommands: Readonly<Record<string, (given: Arguments, id: string) => Promise<number>>> = {
  list,
  show,
  allow: (given, id) => answer(given, id, "allow"),
  deny: (given, id) => answer(given, id, "deny"),
  watch: (given) =>
    interruptible((signal) => watchQuestions(fleetUrl(given), given.flag("json"), signal)),
  key: showKey,
};
const withId = new Set(["show", "allow", "deny"]);

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [name = "list", id = "", ...more] = given.positionals;
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (subcommand === undefined)
    throw new UsageError(
      `there is no approvals ${name}; there is ${Object.keys(subcommands).join(", ")}`,
    );
  if (withId.has(name) && id === "")
    throw new UsageError(`approvals ${name} needs the id of a question: see snaphook approvals`);
  if (more.length > 0 || (id !== "" && !withId.has(name)))
    throw new UsageError(`approvals ${name}: unexpected ${more[0] ?? id}`);
  try {
    return await subcommand(given, id);
  } catch (error) {
    if (!(error instanceof FleetFault)) throw error;
    say(2, `snaphook: ${forTerminalLine(error.message)}\n`);
    return NOT_DONE;
  }
}

async function withQuestions<Result>(
  given: Arguments,
  work: (questions: OpenQuestions) => Promise<Result>,
): Promise<Result> {
  const questions = await OpenQuestions.connect(fleetUrl(given));
  try {
    return await work(questions);
  } finally {
    await questions.close();
  }
}

async function list(given: Arguments): Promise<number> {
  const found = await withQuestions(given, (questions) => questions.list());
  if (given.flag("json")) writeAll(1, `${toJsonText(found.map(questionData))}\n`);
  else if (found.length === 0) say(1, "No question waits.\n");
  else for (const one of found) say(1, `${questionLine(one)}\n`);
  return 0;
}

async function show(given: Arguments, id: string): Promise<number> {
  const found = await withQuestions(given, (questions) => questions.find(id));
  writeAll(1, given.flag("json") ? `${toJsonText(questionData(found))}\n` : questionText(found));
  return 0;
}

async function answer(given: Arguments, id: string, decision: "allow" | "deny"): Promise<number> {
  const words = given.text("words") ?? null;
  if (words !== null && decision === "allow")
    throw new UsageError("--words are for deny: an allowed call runs as it is");
  if (decision === "allow") checkCanLook(given, id);
  const key = readAnswerKey(answerKeyFile(defaultHome()));
  const by = answererName(given);
  return withQuestions(given, async (questions) => {
    const found = await questions.find(id);
    const question = questionToAnswer(found, given.text("sha256"));
    const typed = decision === "allow" ? typedName(given, question) : null;
    if (decision === "allow" && given.text("sha256") === undefined) {
      // What is signed is what was shown here: the database may have shown something else before.
      say(1, questionText(found));
      if (!(await isAgreed())) {
        say(2, "Nothing was answered.\n");
        return NOT_AGREED;
      }
    }
    const result = await questions.answer(question, { decision, words, by, typed }, key);
    const { counts, text } = answerResults[result];
    if (given.flag("json")) writeAll(1, `${toJsonText({ id: question.body.id, result })}\n`);
    else say(counts ? 1 : 2, `${text}\n`);
    return counts ? 0 : NOT_DONE;
  });
}

/** A yes is to what somebody has seen: on a terminal it is shown and asked about, a script gives the hash of what it has read. */
function checkCanLook(given: Arguments, id: string): void {
  if (given.text("sha256") !== undefined) return;
  if (isTerminal(0) && isTerminal(1) && !given.flag("json")) return;
  throw new UsageError(
    `approvals allow shows the question and asks, and nobody can be asked here; look at it with snaphook approvals show ${id}, and give its SHA-256: --sha256 HEX`,
  );
}

async function isAgreed(): Promise<boolean> {
  // Loaded where there is someone to ask.
  const { confirm, isCancel } = await import("@clack/prompts");
  const said = await confirm({ message: "Allow exactly this, once?", initialValue: false });
  return !isCancel(said) && said;
}

/** Whoever allows something on a protected target must have typed its name. */
function typedName(given: Arguments, question: FleetQuestion): string | null {
  const typed = given.text("name") ?? null;
  const why = wrongName(question, typed);
  if (why === null) return typed;
  throw new UsageError(
    typed === null ? `${why}, as show has it, with --name` : `--name: ${why}, as show has it`,
  );
}

async function showKey(given: Arguments): Promise<number> {
  const file = answerKeyFile(defaultHome());
  const isNew = makeAnswerKey(file);
  const publicKey = publicKeyText(readAnswerKey(file));
  if (given.flag("json")) writeAll(1, `${toJsonText({ file, isNew, publicKey })}\n`);
  else {
    if (isNew)
      say(2, `A new key is in ${forTerminalLine(file)}. Whoever has it can answer for you.\n`);
    writeAll(1, `${publicKey}\n`);
  }
  return Promise.resolve(0);
}
