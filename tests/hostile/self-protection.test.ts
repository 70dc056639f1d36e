import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { Workspace } from "../workspace.js";

/** A project whose guard was approved, with what the lines below need. */
class Guarded extends Workspace {
  readonly copy = join(this.root, "copy");
  engine!: Engine;

  async open(): Promise<void> {
    const hooks = [{ type: "command", name: "guard", command: "sh hooks/guard.sh" }];
    this.write(".snaphook/settings.json", JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }));
    this.write("hooks/guard.sh", "echo a\n");
    this.write("list.txt", "hooks/guard.sh\n");
    this.write("new/hooks/guard.sh", "exit 0\n");
    this.write(join(this.home, "settings.json"), '{"permissions":{"allow":["Bash"]}}');
    this.bash(
      "tar -C new -cf a.tar hooks && git init -qb main . && git add -A && " +
        "git -c user.name=a -c user.email=a@example.com commit -qm a && " +
        "cp new/hooks/guard.sh hooks && git diff > a.patch && git checkout -q hooks && " +
        "ln -s new/hooks linked",
    );
    const engine = createEngine(this.places);
    await engine.approve(engine.review());
    engine.close();
    this.engine = this.keep(createEngine(this.places));
    cpSync(this.project, this.copy, { recursive: true });
  }

  decision(command: string): string {
    return this.engine.judge({ tool: "Bash", input: { command } }).decision;
  }

  /** Whether the line, run by a real bash in the project, changes the guard; the project is put back. */
  changesGuard(command: string): boolean {
    this.bash(command);
    const guard = join(this.project, "hooks/guard.sh");
    const isChanged = !existsSync(guard) || readFileSync(guard, "utf8") !== "echo a\n";
    rmSync(this.project, { recursive: true });
    cpSync(this.copy, this.project, { recursive: true });
    return isChanged;
  }

  private bash(command: string): void {
    spawnSync("bash", ["--norc", "-c", command], {
      cwd: this.project,
      env: { PATH: process.env["PATH"], HOME: this.userHome },
      stdio: "ignore",
      timeout: 60_000,
    });
  }
}

const guarded = new Guarded();
beforeAll(() => guarded.open());

describe("a line that really changes an approved guard is asked about, whatever is allowed", () => {
  test.each([
    "echo x > hooks/guard.sh",
    "echo x > ho*/guard.sh",
    "rm -rf ho?ks",
    "x=ho; rm -rf ${x}oks",
    'for f in hooks/*; do echo x > "$f"; done',
    "find . -name '*.sh' | while read f; do echo x > \"$f\"; done",
    "cat list.txt | xargs rm",
    "rm $(cat list.txt)",
    "echo x > /proc/self/cwd/hooks/guard.sh",
    "exec 3<>hooks/guard.sh; truncate -s 0 /dev/fd/3",
    "exec 3<hooks; echo x > /dev/fd/3/guard.sh",
    "tar xf a.tar",
    "cat a.tar | tar xf -",
    "git apply a.patch",
    "git rm -rfq 'hook*'",
    "git mv hooks x",
    "cp -r new/. .",
    "cp new/hooks/* hooks",
    "ln -f list.txt hooks/guard.sh",
    "ln hooks/guard.sh g; echo x > g",
    "ln -s . here; echo x > here/hooks/guard.sh",
    "echo x > linked/../../hooks/guard.sh",
    'f() { rm -rf "$1"; }; f hooks',
    "x='rm -rf hooks'; $x",
    "echo 'rm -rf hooks' | sh",
    "sh -c 'cd hooks; rm *'",
    "node -e \"fs.rmSync('ho' + 'oks', { recursive: true })\"",
    "node -e \"for (const f of fs.readdirSync('hooks')) fs.unlinkSync('hooks/' + f)\"",
    'awk \'BEGIN { f = "hooks/guard" ".sh"; print "x" > f }\'',
    "sed -i s/a/b/ hooks/*",
    "find -name guard.sh -delete",
  ])("%s", (command) => {
    expect({
      decision: guarded.decision(command),
      changes: guarded.changesGuard(command),
    }).toEqual({ decision: "ask", changes: true });
  });
});

describe("a line of every day is not", () => {
  test.each([
    "cat hooks/guard.sh",
    "grep -rn a hooks | head",
    "git status && git diff hooks",
    "git checkout -b feature",
    "mkdir -p /tmp/out && tar -xf a.tar -C /tmp/out && rm -rf /tmp/out",
    "rm -rf dist *.log",
    "find new -name '*.bak' -delete",
    "sed -i s/a/b/ list.txt",
    "x=out; mkdir -p $x/y",
    "node -e \"require('fs').writeFileSync('out.json', '{}')\"",
    "cp new/hooks/guard.sh other.sh",
    "echo x >> list.txt",
    "echo x > new/../guard.sh",
  ])("%s", (command) => {
    expect({
      decision: guarded.decision(command),
      changes: guarded.changesGuard(command),
    }).toEqual({ decision: "allow", changes: false });
  });
});
