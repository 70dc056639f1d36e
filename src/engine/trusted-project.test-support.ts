import { join } from "node:path";
import type { Hook } from "../config/index.js";
import type { HookMatch } from "../match/index.js";
import type { ApprovalStore } from "../trust/index.js";
import { newMemory } from "./engine-memory.js";
import { ProjectTrust } from "./project-trust.js";
import { MemoryApprovals, Session } from "./session.test-support.js";

interface Opened {
  readonly choice?: ConstructorParameters<typeof ProjectTrust>[2];
  readonly memory?: ReturnType<typeof newMemory>;
  readonly once?: boolean;
  readonly store?: ApprovalStore;
  readonly program?: object;
}

export const one = { name: "one", command: "true" };
export const two = { name: "two", command: "false" };

/** A project with hooks of Stop, its user's hooks, and what is approved of it. */
export class TrustedProject extends Session {
  readonly approvals = new MemoryApprovals();

  projects(...hooks: readonly object[]): string {
    return this.hooks(".snaphook/settings.json", "Stop", ...hooks);
  }

  users(...hooks: readonly object[]): string {
    return this.hooks(join(this.home, "settings.json"), "Stop", ...hooks);
  }

  trust(how: Opened = {}): ProjectTrust {
    const { choice = {}, memory = newMemory(), once = false, store = this.approvals } = how;
    const { project: projectDir, home, managedFile } = this;
    const { program } = how;
    const files = { projectDir, home, managedFile, ...(program !== undefined && { program }) };
    const options = { projectDir, home, approvals: store, once, searchPath: "/usr/bin:/bin" };
    return new ProjectTrust(files, options, choice, memory);
  }

  /** With all of the project's hooks approved. */
  async approved(how: Opened = {}): Promise<ProjectTrust> {
    const known = this.trust(how);
    await known.approve(known.review());
    return known;
  }
}

/** Hooks of which each matches an event. */
export const matching = (hooks: readonly Hook[]): HookMatch<Hook>[] =>
  hooks.map((hook) => ({ hook, matches: true, why: "it fits" }));
