import { join } from "node:path";
import { loadSettings, type Hook } from "../../src/config/index.js";
import { Trust, type HookTrust, type TrustOptions } from "../../src/trust/index.js";
import { Workspace } from "../workspace.js";

/** A project with settings, and what is approved of it. */
export class TrustWorkspace extends Workspace {
  /** Puts hooks of one event into the project's settings. */
  settings(...hooks: readonly object[]): void {
    const settings = { hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } };
    this.write(".snaphook/settings.json", JSON.stringify(settings));
  }

  hooks(): readonly Hook[] {
    return loadSettings({
      projectDir: this.project,
      home: this.home,
      managedFile: join(this.root, "managed.json"),
      trustProject: true,
    }).hooks;
  }

  open(options: Partial<TrustOptions> = {}): Trust {
    const { project: projectDir, home, userHome } = this;
    return new Trust({ projectDir, home, userHome, searchPath: "/usr/bin:/bin", ...options });
  }

  /** What an engine that begins now would say of each hook. */
  states(options: Partial<TrustOptions> = {}): string[] {
    return this.looked(options).map(({ state }) => state);
  }

  looked(options: Partial<TrustOptions> = {}): HookTrust[] {
    const trust = this.open(options);
    return this.hooks().map((hook) => trust.of(hook));
  }

  async approveAll(): Promise<void> {
    await this.open().approve(this.looked());
  }
}
