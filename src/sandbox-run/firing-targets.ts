import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { translatePayload } from "../bridge/index.js";
import {
  createEngine,
  trustEnvironment,
  type HookChoice,
  type HookReport,
  type Progress,
} from "../engine/index.js";
import {
  hostEvents,
  HostProject,
  hostVariables,
  type HostEventPayload,
} from "../host-run/index.js";
import { isProjectLayer } from "../layer/index.js";
import type { Payload } from "../payload/index.js";
import { Trust } from "../trust/index.js";
import type { FireRequest, FireResult, SandboxEvent, SandboxFired } from "./fire-request.js";

/** The hooks of one host, ready to be fired at. They stay between events. */
interface Target {
  fire(event: SandboxEvent): Promise<readonly SandboxFired[]>;
  close(): void;
}

const never = new AbortController().signal;

/** Every host whose hooks were asked for, each opened once. */
export class FiringTargets {
  private readonly opened = new Map<string, Target>();

  constructor(private readonly request: FireRequest) {}

  /** Never rejects. */
  async fire(event: SandboxEvent): Promise<FireResult> {
    try {
      return { fired: await this.targetOf(event).fire(event) };
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) };
    }
  }

  close(): void {
    for (const target of this.opened.values()) target.close();
  }

  private targetOf({ host, hooks }: SandboxEvent): Target {
    const key = JSON.stringify([host, hooks ?? null]);
    let target = this.opened.get(key);
    if (target === undefined) {
      const only = this.choiceOf(hooks);
      target =
        host === "snaphook" ? openOwn(this.request, only) : openHost(host, this.request, only);
      this.opened.set(key, target);
    }
    return target;
  }

  /** What was not approved is not there: the command has said so before. */
  private choiceOf(hooks: readonly string[] | undefined): HookChoice {
    const { approved, includesUser } = this.request;
    const ids = approved === null ? null : new Set(approved);
    return ({ id, name, source }) =>
      (isProjectLayer(source.layer) ? (ids?.has(id) ?? true) : includesUser) &&
      (hooks === undefined || hooks.includes(name) || hooks.includes(id));
  }
}

function openOwn({ projectDir, includesUser, dialect }: FireRequest, only: HookChoice): Target {
  let isGranted = false;
  const ends = new Map<string, Extract<Progress, { type: "run-end" }>>();
  const engine = createEngine({
    projectDir,
    trustProject: true,
    keeper: false,
    home: homeOf(includesUser),
    userHome: homedir(),
    ...(!includesUser && { managedFile: join(homedir(), "no-managed-settings.json") }),
    ...(dialect !== undefined && { dialect }),
    only,
    grants: { has: () => isGranted, add: () => undefined },
    onProgress(progress) {
      if (progress.type === "run-end") ends.set(progress.hook.id, progress);
    },
  });
  return {
    async fire(event) {
      const payload = ownPayload(event);
      isGranted = event.isGranted === true;
      ends.clear();
      const fired = await engine.fire(payload);
      await engine.drained();
      const { event: name, reading } = fired;
      const ended = (hook: HookReport): HookReport => {
        const end = hook.async === true ? ends.get(hook.id) : undefined;
        return end === undefined ? hook : { ...hook, run: end.run, ms: end.ms };
      };
      const hooks = fired.hooks.map((hook) => withType(ended(hook)));
      const { problems } = fired;
      return [
        {
          host: "snaphook",
          dialect: fired.dialect,
          event: name,
          payload,
          reading,
          hooks,
          problems,
        },
      ];
    },
    close: () => engine.close(),
  };
}

/** Where the user's settings do not count, what Snaphook itself writes is not in the home folder of hooks. */
function homeOf(includesUser: boolean): string {
  return join(includesUser ? homedir() : tmpdir(), ".snaphook");
}

/** Reports of Snaphook's hooks in the form that hosts' have. */
function withType(hook: HookReport): SandboxFired["hooks"][number] {
  return { ...hook, hookType: hook.hookType ?? "" };
}

function ownPayload({ payload, from }: SandboxEvent): Payload {
  if (from === undefined) return payload;
  // Some hosts do not say in it which event it is.
  const named = { ...payload, hook_event_name: from.event };
  return translatePayload(named, from.host, "snaphook").payload;
}

function openHost(
  wanted: string,
  { projectDir, includesUser }: FireRequest,
  only: HookChoice,
): Target {
  const [name = "", version] = wanted.split("@");
  const { variables, searchPath } = trustEnvironment(process.env, projectDir);
  const trust = new Trust({
    projectDir,
    home: homeOf(includesUser),
    userHome: homedir(),
    once: true,
    variables: { ...variables, ...hostVariables(projectDir) },
    searchPath,
  });
  const host = new HostProject(name, {
    projectDir,
    userHome: homedir(),
    trust,
    only,
    // A host keeps its own approvals in the user's settings: without them they are taken for given.
    isTrusted: !includesUser,
    ...(version !== undefined && { version }),
  });
  return {
    async fire(event) {
      const events = eventsFor(host, event);
      // Of several names for one event those that hooks are on.
      const used = events.filter((one) =>
        host.config.hooks.some((hook) => hook.event === one.event),
      );
      const sections: SandboxFired[] = [];
      for (const one of used.length === 0 ? events.slice(0, 1) : used)
        sections.push(await host.fire(one, never));
      return sections;
    },
    close() {
      host.close();
      trust.close();
    },
  };
}

/** The events that the host fires, with its own payloads. One that is in its form already stays as it is. */
function eventsFor(host: HostProject, given: SandboxEvent): readonly HostEventPayload[] {
  const { payload, from } = given;
  if (from?.host === host.host) return [{ event: from.event, payload }];
  const own = ownPayload(given);
  const events = hostEvents(host.table, own);
  if (events.length > 0) return events;
  const known = Object.keys(host.table.events).join(", ");
  const named = JSON.stringify(own.hook_event_name);
  throw new Error(`${host.host} has no event ${named}; it has: ${known}`);
}
