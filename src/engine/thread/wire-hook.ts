import type { Hook, HookAction, HookEntry, HookFunction, Settings } from "../../config/index.js";
import type { HookTrust } from "../../trust/index.js";
import type { PlannedHook } from "../planned-hook.js";

/** A function of the host's is a number. */
type WireAction =
  | Exclude<HookAction, { type: "function" }>
  | { readonly type: "function"; readonly run: number };
type WireEntry = Omit<HookEntry, "action"> & { readonly action: WireAction };
export type WireHook = Omit<Hook, "action" | "entry"> & {
  readonly action: WireAction;
  readonly entry: WireEntry;
};
export type WireSettings = Omit<Settings, "hooks"> & { readonly hooks: readonly WireHook[] };
export type WireTrust = Omit<HookTrust, "hook"> & { readonly hook: WireHook };
export type WirePlanned = Omit<PlannedHook, "hook" | "trust"> & {
  readonly hook: WireHook;
  readonly trust?: WireTrust;
};

/** The functions of the host's code that hooks call, by number. Each side has its own. */
export interface FunctionNumbers {
  numberOf(run: HookFunction): number;
  functionAt(number: number): HookFunction;
}

/** Hooks and what is known of them, on their way between the host and the thread. */
export class HookWire {
  constructor(private readonly functions: FunctionNumbers) {}

  settingsTo(settings: Settings): WireSettings {
    return { ...settings, hooks: settings.hooks.map((hook) => this.hookTo(hook)) };
  }

  settingsFrom(settings: WireSettings): Settings {
    return { ...settings, hooks: settings.hooks.map((hook) => this.hookFrom(hook)) };
  }

  hookTo(hook: Hook): WireHook {
    const { action, entry } = hook;
    return {
      ...hook,
      action: this.actionTo(action),
      entry: { ...entry, action: this.actionTo(entry.action) },
    };
  }

  hookFrom(hook: WireHook): Hook {
    const { entry } = hook;
    return { ...this.entryFrom(hook), entry: this.entryFrom(entry) };
  }

  trustTo(trust: HookTrust): WireTrust {
    const { hook, fingerprint } = trust;
    // Alone in its memory: what is around it would be copied too.
    const states = fingerprint.states.map(({ bytes, ...state }) => ({
      ...state,
      bytes: bytes === null ? null : (Uint8Array.from(bytes) as Buffer),
    }));
    return { ...trust, hook: this.hookTo(hook), fingerprint: { ...fingerprint, states } };
  }

  trustFrom(trust: WireTrust, hook = this.hookFrom(trust.hook)): HookTrust {
    const { fingerprint } = trust;
    const states = fingerprint.states.map(({ bytes, ...state }) => ({
      ...state,
      bytes: bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    }));
    return { ...trust, hook, fingerprint: { ...fingerprint, states } };
  }

  plannedTo(planned: PlannedHook): WirePlanned {
    const { hook, trust } = planned;
    return {
      ...planned,
      hook: this.hookTo(hook),
      ...(trust !== undefined && { trust: this.trustTo(trust) }),
    } as WirePlanned;
  }

  plannedFrom(planned: WirePlanned): PlannedHook {
    const { trust } = planned;
    const hook = this.hookFrom(planned.hook);
    return {
      ...planned,
      hook,
      ...(trust !== undefined && { trust: this.trustFrom(trust, hook) }),
    } as PlannedHook;
  }

  private entryFrom<Entry extends WireEntry>(
    entry: Entry,
  ): Omit<Entry, "action"> & Pick<HookEntry, "action"> {
    const { env, if: conditions } = entry;
    return {
      ...entry,
      env: bare(env),
      ...(conditions !== undefined && { if: bare(conditions) }),
      action: this.actionFrom(entry.action),
    };
  }

  private actionTo(action: HookAction): WireAction {
    return action.type === "function"
      ? { ...action, run: this.functions.numberOf(action.run) }
      : action;
  }

  private actionFrom(action: WireAction): HookAction {
    if (action.type === "function")
      return { ...action, run: this.functions.functionAt(action.run) };
    if (action.type === "json") return { ...action, json: bare(action.json) };
    return action.type === "http" ? { ...action, headers: bare(action.headers) } : action;
  }
}

/** What settings hold under keys of their author's has no prototype; a copy between threads is given one. */
function bare<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) bare(part);
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  return value;
}
