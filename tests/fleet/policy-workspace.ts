import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FleetWorkspace } from "./fleet-workspace.js";

const guard = `#!/bin/sh
cat > /dev/null
printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}}' "$(cat "$SNAPHOOK_POLICY/word.txt")"
`;

/** The settings of a policy whose one hook denies, and says the word in its file. */
export const denying = {
  hooks: {
    PreToolUse: [
      { matcher: "Bash", hooks: [{ name: "guard", command: '"$SNAPHOOK_POLICY"/guard.sh' }] },
    ],
  },
};

/** A machine with a pinned key, and whoever publishes: both on this disk. */
export class PolicyWorkspace extends FleetWorkspace {
  readonly key = join(this.root, "policy.key");
  readonly source = join(this.root, "team policy");
  readonly folder = join(this.home, "policy");
  publicKey = "";

  async setUp(): Promise<void> {
    await this.createDatabase();
    await this.run("fleet", "migrate", "--url", this.url());
    ({ publicKey: this.publicKey } = await this.json<{ publicKey: string }>(
      "policy",
      "key",
      "--out",
      this.key,
    ));
    this.pin([this.publicKey]);
  }

  /** The user's settings: where the database is, and whose policy counts. */
  pin(keys: readonly string[], more: object = {}): void {
    const settings = { fleet: { url: this.url() }, policy: { keys }, ...more };
    this.write(join(this.home, "settings.json"), JSON.stringify(settings), 0o600);
  }

  /** Publishes a policy whose guard says this word. */
  publish(word: string, ...more: readonly string[]) {
    this.writeSource(word);
    return this.run("policy", "publish", this.source, "--key", this.key, ...more);
  }

  writeSource(word: string, settings: object = denying): void {
    this.write(join(this.source, "settings.json"), JSON.stringify(settings), 0o644);
    this.write(join(this.source, "guard.sh"), guard);
    this.write(join(this.source, "word.txt"), word, 0o644);
  }

  pull() {
    return this.run("policy", "pull");
  }

  /** What a call comes to: the decision, and what is said to whoever must know. */
  async decide(): Promise<{ outcome: string; said: string }> {
    const call = ["run", "PreToolUse", "--tool", "Bash", "--input", "command=ls"];
    const { outcome, toModel, toUser } = await this.json<Fired>(...call, "--host", "snaphook");
    return { outcome, said: [...toModel, ...toUser].map(({ text }) => text).join(" ") };
  }

  /** The folder of the files of the revision in force. */
  get files(): string {
    const current = JSON.parse(readFileSync(join(this.folder, "current.json"), "utf8")) as Current;
    return join(this.folder, "bundles", current.enforced.address, "files");
  }
}

interface Current {
  readonly enforced: { readonly address: string };
}

interface Fired {
  readonly outcome: string;
  readonly toModel: readonly { readonly text: string }[];
  readonly toUser: readonly { readonly text: string }[];
}
