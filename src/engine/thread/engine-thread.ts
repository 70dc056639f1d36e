// Where an engine runs that is not to hold up its host: the thread's side of ThreadedEngine.
import { readlinkSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { newMemory } from "../engine-memory.js";
import { ProjectEngine } from "../project-engine.js";
import { childrenLeft } from "./children.js";
import { HostCalls } from "./host-calls.js";
import { HostParts } from "./host-parts.js";
import { MemoryNews, memoryFrom } from "./memory-news.js";
import {
  Flag,
  type Call,
  type FromThread,
  type Question,
  type Result,
  type ThreadData,
  type ToThread,
  type WireFired,
} from "./messages.js";
import { rulingTo } from "./wire-ruling.js";

const { port, flags, options, memory: before } = workerData as ThreadData;
Atomics.store(flags, Flag.threadId, ownNumber());

const post = (message: FromThread): void => port.postMessage(message);
const host = new HostCalls(post);
const parts = new HostParts(host, post);
const { wire } = parts;
const memory = before === null ? newMemory() : memoryFrom(before, wire);
const given = parts.optionsOf(options);
const engine = new ProjectEngine(given, { memory, functions: parts });
const news = new MemoryNews(memory, wire, post);
const aborts = new Map<number, AbortController>();
let isClosed = false;
news.publish();

port.on("message", (message: ToThread) => {
  switch (message.type) {
    case "fire":
      return void fire(message);
    case "abort":
      return aborts.get(message.id)?.abort();
    case "call":
      return void call(message.id, message.call);
    case "ask":
      return answer(message.question);
    case "answer":
      return host.settle(message.id, message.result);
    case "lost":
      return engine.recordLost(message.event.eventId, message.event.reading);
    case "ping":
      return post({ type: "pong" });
  }
});

async function fire({
  id,
  eventId,
  payload,
  isAborted,
}: Extract<ToThread, { type: "fire" }>): Promise<void> {
  const abort = new AbortController();
  if (isAborted) abort.abort();
  aborts.set(id, abort);
  let result: Result;
  try {
    const { signal } = abort;
    const { event, dialect, reading, hooks, ruling } = await engine.fire(payload, {
      signal,
      eventId,
    });
    const sent: WireFired = {
      eventId,
      event,
      dialect,
      reading,
      hooks,
      ruling: ruling === null ? null : rulingTo(ruling),
    };
    result = { ok: true, value: sent };
  } catch (error) {
    result = { ok: false, error };
  }
  aborts.delete(id);
  news.publish();
  try {
    post({ type: "done", id, result });
  } catch (error) {
    post({ type: "undelivered", id, why: String(error) });
  }
  await leave();
}

async function call(id: number, wanted: Call): Promise<void> {
  let result: Result;
  try {
    result = { ok: true, value: await perform(wanted) };
  } catch (error) {
    result = { ok: false, error };
  }
  news.publish();
  post({ type: "done", id, result });
}

function perform(wanted: Call): unknown {
  switch (wanted.method) {
    case "approve":
      return engine.approve(wanted.looked.map((hook) => wire.trustFrom(hook)));
    case "revoke":
      return engine.revoke(wanted.ids);
    case "grant":
      return engine.grant(wanted.call);
    case "recordPermission":
      return engine.recordPermission(wanted.eventId, wanted.answer);
    case "refresh":
      return engine.refresh();
    case "drained":
      return engine.drained();
  }
}

/** The host stands still until it has an answer. */
function answer(question: Question): void {
  let result: Result;
  try {
    result = { ok: true, value: said(question) };
  } catch (error) {
    result = { ok: false, error };
  }
  news.publish();
  post({ type: "asked", result });
  Atomics.add(flags, Flag.answered, 1);
  Atomics.notify(flags, Flag.answered);
}

function said(question: Question): unknown {
  switch (question.method) {
    case "preview":
      return engine.preview(question.payload).map((planned) => wire.plannedTo(planned));
    case "judge":
      return rulingTo(engine.judge(question.call));
    case "reload":
      if (question.program !== null) replace(given.program, parts.programOf(question.program));
      engine.reload();
      return null;
    case "alter":
      return parts.altered(question.alter, question.before);
    case "review":
      return engine.review().map((hook) => wire.trustTo(hook));
    case "problems":
      return engine.problems;
    case "usesKeeper":
      return engine.usesKeeper;
    case "start":
      return null;
    case "close":
      isClosed = true;
      engine.close();
      void leave();
      return engine.problems;
  }
}

/** Ends the thread, once it is closed, nobody waits for an event, and no process is left that only it could see end. */
async function leave(): Promise<void> {
  if (!isClosed || aborts.size > 0) return;
  await childrenLeft();
  port.close();
}

/** The engine reads the settings given by code again from the object that it was given. */
function replace(program: object = {}, now: object): void {
  for (const key of Object.keys(program)) Reflect.deleteProperty(program, key);
  Object.assign(program, now);
}

/** By it the host can see whether this thread is alive while it stands still. */
function ownNumber(): number {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return 0;
  }
}
