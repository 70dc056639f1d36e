import { answerEvent, type HookContext, type HookSpec } from "./answer-event.js";
import type { Answer } from "./answers.js";
import type { HookEvent, HookEventName, ToolEventName } from "./event-type.js";
import type { EventAnswers } from "./host-table.js";
import { refuseIfMain, startIfMain } from "./main-module.js";
import { runProgram } from "./run-program.js";
import { eventSays } from "./host-table.js";
import type { HookTest, TestEvent, TestOptions } from "./test-hook.js";
import type { ToolName } from "./tool-inputs.js";

/** How a hook differs from the usual one. */
export interface HookOptions<Tools extends ToolChoice = ToolChoice> {
  /** The tools that it is for, by Snaphook's names: `{ Bash: true }`. For others it has no opinion. By default all. */
  readonly tools?: Tools;
  /** What follows where it throws, takes too long or cannot read its event: it refuses, or (`continue`) only warns. */
  readonly onError?: "closed" | "continue";
  /** Seconds, by default 25. Give less than the host does: what it ends has not refused. */
  readonly timeout?: number;
}

/** Tools by name. */
export type ToolChoice = { readonly [Tool in ToolName]?: true };

/** What a hook may give back. */
type Said<Name extends HookEventName> = Answer<EventAnswers[Name]> | null | undefined | void;

/** Decides about one event. */
export type HookHandler<Name extends HookEventName, Tool extends string = string> = (
  event: HookEvent<Name, Tool>,
  context: HookContext,
) => Said<Name> | Promise<Said<Name>>;

/**
 * A hook: the default export of a file that hosts start, that is loaded as a `module` or started as a `worker`, or the `run`
 * of a `function`. Called as a function it answers Snaphook's engine.
 */
export interface Hook<Name extends HookEventName = HookEventName> {
  (payload: unknown, context?: Partial<HookContext>): Promise<object | undefined>;
  readonly event: Name;
  /** Calls it as a host would, without a process, and reads the answer as that host does. */
  test(event?: TestEvent<Name>, options?: TestOptions): Promise<HookTest>;
}

type ToolsOf<Name, Tools> = Name extends ToolEventName
  ? string extends keyof Tools
    ? string
    : Extract<keyof Tools, string>
  : string;

const SECONDS = 25;
const brand = Symbol.for("snaphook.hook");
const exit = Symbol.for("snaphook.exit");

/**
 * Defines a hook. The file that Node was started with runs it at once; everybody else gets a function.
 *
 *     export default defineHook("PreToolUse", { tools: { Bash: true } }, (event) =>
 *       event.input.command.includes("rm -rf") ? deny("Name the files that should go.") : undefined,
 *     );
 */
export function defineHook<const Name extends ToolEventName, const Tools extends ToolChoice>(
  event: Name,
  options: HookOptions<Tools> & { readonly tools: Tools },
  handler: HookHandler<Name, ToolsOf<Name, Tools>>,
): Hook<Name>;
export function defineHook<const Name extends ToolEventName>(
  event: Name,
  options: Omit<HookOptions, "tools">,
  handler: HookHandler<Name>,
): Hook<Name>;
export function defineHook<const Name extends Exclude<HookEventName, ToolEventName>>(
  event: Name,
  options: Omit<HookOptions, "tools">,
  handler: HookHandler<Name>,
): Hook<Name>;
export function defineHook<const Name extends HookEventName>(
  event: Name,
  handler: HookHandler<Name>,
): Hook<Name>;
export function defineHook<Name extends HookEventName>(
  event: Name,
  ...[first, second]: readonly (HookOptions | HookHandler<Name>)[]
): Hook<Name> {
  const options = typeof first === "function" ? {} : (first ?? {});
  const handler = typeof first === "function" ? first : second;
  const spec = specOf(event, options, handler);
  const hook: Hook<Name> = Object.assign(
    async (payload: unknown, context: Partial<HookContext> = {}) => {
      const { signal } = context;
      const given = {
        host: "snaphook",
        environment: {},
        ...(signal !== undefined && { signal }),
      } as const;
      const { printed } = await answerEvent(spec, given, () => payload);
      const { exit: code, stdout, stderr } = printed;
      if (code === 0 && stdout === "" && stderr === "") return undefined;
      return { [exit]: true, code, stdout, stderr };
    },
    {
      event,
      async test(given: TestEvent<Name> = {}, testOptions: TestOptions = {}) {
        const { testHook } = await import("./test-hook.js").catch(() => {
          throw new Error(
            "test needs the package: import the hook's source, where snaphook is installed",
          );
        });
        return testHook(spec, given, testOptions);
      },
    },
  );
  // A plain function of a module has one argument.
  Object.defineProperty(hook, "length", { value: 1 });
  Object.defineProperty(hook, brand, { value: true });
  startIfMain(hook, isHook, (fault) => {
    if (fault === null) return runProgram(spec);
    const refuse = (): never => {
      throw new Error(fault);
    };
    runProgram({ ...spec, tools: null, handler: refuse });
  });
  return hook;
}

function isHook(value: unknown): boolean {
  return typeof value === "function" && brand in value;
}

/** Throws where the hook is not one: that is a programmer's error, and TypeScript shows it before. */
function specOf(event: string, options: object, handler: unknown): HookSpec {
  const { tools, onError = "closed", timeout = SECONDS } = options as HookOptions;
  const faults = [
    !Object.hasOwn(eventSays, event) && `there is no event ${JSON.stringify(event)}`,
    typeof handler !== "function" && "its last argument is the function",
    onError !== "closed" && onError !== "continue" && 'onError is "closed" or "continue"',
    !(timeout > 0) && "timeout is a number of seconds",
  ];
  const fault = faults.find((one) => one !== false);
  if (fault !== undefined) {
    refuseIfMain(`defineHook: ${fault}`);
    throw new TypeError(`defineHook: ${fault}`);
  }
  return {
    event: event as HookSpec["event"],
    tools: tools === undefined ? null : Object.keys(tools),
    seconds: timeout,
    onError,
    handler: handler as HookSpec["handler"],
  };
}
