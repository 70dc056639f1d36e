import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadSettings, type Hook } from "../../src/config/index.js";
import { Trust, type TrustOf, type TrustOptions } from "../../src/trust/index.js";

/** A project, a home and a user's home folder, each of its own. */
export class TrustArena {
  readonly root = mkdtempSync(join(tmpdir(), "snaphook-trust-"));
  readonly project = join(this.root, "project");
  readonly userHome = join(this.root, "user");
  readonly home = join(this.userHome, ".snaphook");

  constructor() {
    mkdirSync(join(this.project, ".snaphook"), { recursive: true });
    mkdirSync(this.userHome, { recursive: true });
  }

  /** Writes a file of the project, or one by its absolute path. */
  write(path: string, text: string, mode = 0o755): string {
    const place = path.startsWith("/") ? path : join(this.project, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text, { mode });
    return place;
  }

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

  looked(options: Partial<TrustOptions> = {}): TrustOf[] {
    const trust = this.open(options);
    return this.hooks().map((hook) => trust.of(hook));
  }

  approveAll(): void {
    this.open().approve(this.looked());
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
