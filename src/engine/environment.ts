import type { Hook, Settings } from "../config/index.js";
import { allDialects, type Dialect, type EnvironmentFact } from "../dialects/index.js";
import { isProjectLayer } from "../layer/index.js";
import type { Payload } from "../payload/index.js";
import { listed, withoutSecrets } from "../run/index.js";
import { DEPTH } from "./recursion.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that are made of the host's when they are first needed: to look through all of them takes milliseconds. */
export interface HookVariables {
  /** What every hook of an engine gets: the host's variables without credentials, and where it runs. */
  readonly sharedIn: (dialect: Dialect) => () => Readonly<Record<string, string>>;
  /** What the files of a hook are found by. */
  readonly trusted: () => Readonly<Record<string, string>>;
}

/** Of the host's variables as they are now. */
export function hookVariables(
  environment: Environment,
  projectDir: string,
  depth: number,
): HookVariables {
  const given = { ...environment };
  const visible = once(() => withoutSecrets(given));
  return {
    sharedIn: (dialect) =>
      once(() => ({
        ...visible(),
        ...named(dialect, { projectDir }),
        SNAPHOOK_PROJECT_DIR: projectDir,
        [DEPTH]: String(depth + 1),
      })),
    trusted: once(() => trustVariables(visible(), projectDir)),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** What the files of a hook are found by: the variables with which it would run, and the PATH. */
export function trustEnvironment(
  environment: Environment,
  projectDir: string,
): { readonly variables: Record<string, string>; readonly searchPath: string } {
  return {
    variables: trustVariables(withoutSecrets(environment), projectDir),
    searchPath: environment["PATH"] ?? "",
  };
}

function trustVariables(visible: Environment, projectDir: string): Record<string, string> {
  // The project's folder under every name by which a hook of some dialect may know it.
  const names = allDialects.map((dialect) => named(dialect, { projectDir }));
  return Object.assign({ ...visible, SNAPHOOK_PROJECT_DIR: projectDir }, ...names) as Record<
    string,
    string
  >;
}

/** What a hook that stays gets in addition to that: nothing of a single event. */
export function lastingEnvironment(
  hook: Hook,
  { environment, shared }: { readonly environment: Environment; readonly shared: Environment },
): Record<string, string> {
  return differing(
    {
      ...listed(environment, hook.passEnv),
      SNAPHOOK_EVENT: hook.event,
      SNAPHOOK_HOOK: hook.name,
      ...hook.env,
    },
    shared,
  );
}

/** The variables that a hook may put into headers. What a project asks for counts only where the user agrees. */
export function headerVariables(
  { source }: Hook,
  asked: readonly string[],
  context: { readonly environment: Environment; readonly settings: Settings },
): Record<string, string> {
  const isProjects = isProjectLayer(source.layer);
  const names = isProjects
    ? asked.filter((name) => context.settings.httpVariables.includes(name))
    : asked;
  return listed(context.environment, names);
}

/** What one hook gets in addition to that. */
export function ownEnvironment(
  hook: Hook,
  payload: Payload,
  context: {
    readonly dialect: Dialect;
    readonly environment: Environment;
    readonly projectDir: string;
    readonly shared: Readonly<Record<string, string>>;
  },
): Record<string, string> {
  const { dialect, environment, projectDir, shared } = context;
  const facts = named(dialect, {
    projectDir,
    event: hook.event,
    sessionId: payload.session_id ?? "",
    toolName: payload.tool_name ?? "",
  });
  return {
    ...differing(facts, shared),
    // By which a hook knows its host: what a process inherits is of another session.
    SNAPHOOK_SESSION_ID: payload.session_id ?? "",
    ...lastingEnvironment(hook, { environment, shared }),
  };
}

function differing(
  own: Readonly<Record<string, string>>,
  shared: Environment,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) if (shared[name] !== value) kept[name] = value;
  return kept;
}

/** Facts under the names that hooks of a dialect expect. */
function named(
  dialect: Dialect,
  facts: Partial<Record<EnvironmentFact, string>>,
): Record<string, string> {
  const known: Record<string, string> = {};
  for (const [name, fact] of Object.entries(dialect.environment)) {
    const value = facts[fact];
    if (value !== undefined) known[name] = value;
  }
  return known;
}
