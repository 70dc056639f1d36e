import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "../../bridge/index.js";
import { findBridgedHost, groupedEntry, type InstallPlace } from "../../hosts/index.js";
import { hostEvents } from "../../host-run/index.js";
import { samplePayload } from "../../payload/index.js";
import { bridgeFor } from "../bridge/bridge-input.js";
import { closedCommand } from "../bridge/fail-closed.js";
import { namedEvent } from "../bridge/host-install.js";
import { projectVariable } from "../bridge/project-of.js";
import { UsageError } from "../usage-error.js";
import { languages, type LanguageName } from "./languages.js";

/** What a file holds and would hold; null is no file. */
export interface PlannedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
  /** What is shown of it where all of it would be too much: the kit is not the user's. */
  readonly shown?: string;
}

/** A guard that is to be written. */
export interface GuardPlan {
  readonly files: readonly PlannedFile[];
  readonly event: string;
  readonly command: string;
}

/** More than what the kit gives a hook, so that it is the hook that refuses. */
const SECONDS = 30;

/** Snaphook's own settings, as those of the hosts. */
const own: InstallPlace = {
  path: ".snaphook/settings.json",
  frame: {},
  entry: (hook) => groupedEntry(hook, { onFailure: "block", name: "guard" }),
};

const examples = fileURLToPath(new URL("../../../examples/guards/", import.meta.url));

/** The script, and the settings with an entry for it. Nothing that is there is overwritten. */
export function planGuard(host: string, language: LanguageName, projectDir: string): GuardPlan {
  const place = host === "snaphook" ? own : bridgeFor(host).install;
  const { file, program, withKit } = languages[language];
  const folder = dirname(place.path);
  const script = join(basename(folder) === "hooks" ? folder : join(folder, "hooks"), file);
  const { event, matcher } = shellEvent(host);
  const text = scriptOf(language);
  const there = read(join(projectDir, script));
  if (there !== null && there !== text.after)
    throw new UsageError(`${script} is there already, and nothing is overwritten`);
  // What is said need not be guessed.
  const named = withKit === null || host === "snaphook" ? "" : ` --host ${host}`;
  const command = commandFor(host, event, `${program} ${nameOf(host, script)}${named}`);
  const settings = read(join(projectDir, place.path));
  const entry = place.entry({ command, matcher, seconds: SECONDS, isGuard: true });
  const isOurs = (given: string): boolean => given === command;
  return {
    event,
    command,
    files: [
      { path: script, before: there, ...text },
      {
        path: place.path,
        before: settings,
        after: register(settings, [{ event, entry }], isOurs, place.frame),
      },
    ],
  };
}

/** With the kit in its own file, the script works alone and answers each host in its own form. */
function scriptOf(language: LanguageName): Pick<PlannedFile, "after" | "shown"> {
  const { example, withKit } = languages[language];
  const text = readFileSync(join(examples, example), "utf8");
  if (withKit === null) return { after: text };
  const whole = withKit(text);
  if (whole === null) throw new Error(`${example} does not use the kit`);
  return { after: whole, shown: text };
}

function read(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** The event before a command runs, and the name of the tool that runs it. */
function shellEvent(host: string): { readonly event: string; readonly matcher: string } {
  const table = findBridgedHost(host);
  const event = host === "snaphook" ? "PreToolUse" : namedEvent(host, "PreToolUse");
  if (event === null) throw new UsageError(`${host} has no event before a command runs`);
  const found = table === null ? [] : hostEvents(table, samplePayload("PreToolUse"));
  const { tool_name: matcher = "Bash" } = found.find((one) => one.event === event)?.payload ?? {};
  return { event, matcher };
}

/** By the host's own variable: it starts hooks in whatever folder the session is in. */
function nameOf(host: string, script: string): string {
  const variable = host === "snaphook" ? undefined : projectVariable(bridgeFor(host).start);
  return variable === undefined ? script : `"$${variable}"/${script}`;
}

/** A script that is missing must not let a command pass. */
function commandFor(host: string, event: string, command: string): string {
  return host === "snaphook" ? command : closedCommand(host, event, command);
}
