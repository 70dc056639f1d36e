import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { RUN_ID } from "./process-spec.js";

/**
 * A shell that waits on a pipe. It gets the runs that are under way; when the pipe closes, even because
 * the host was killed with -9, it kills whatever those runs left behind. Runs are named before they start,
 * so there is no moment in which a hook could escape.
 */
const script = `
trap '' INT TERM HUP
active=' '
while IFS= read -r line; do
  id=\${line#?}
  case $line in
    +*) active="$active$id " ;;
    -*) case $active in *" $id "*) active="\${active%% $id *} \${active#* $id }" ;; esac ;;
  esac
done
for round in 1 2 3 4 5; do
  for entry in $active; do
    group=\${entry#*:}
    [ "$group" = "$entry" ] || kill -9 -- "-$group" 2>/dev/null
    for file in $(grep -lszxF "${RUN_ID}=\${entry%%:*}" /proc/[0-9]*/environ 2>/dev/null); do
      pid=\${file#/proc/}
      kill -9 "\${pid%/environ}" 2>/dev/null
    done
  done
done
`;

export class Guardian {
  private shell: ChildProcess | null = null;

  /** Watch over a run from now on: before it starts by its id, once it has by `id:group` as well. */
  watch(entry: string): void {
    if (this.shell === null || this.shell.exitCode !== null || this.shell.signalCode !== null)
      this.shell = open();
    this.send(`+${entry}\n`);
  }

  release(entry: string): void {
    this.send(`-${entry}\n`);
  }

  close(): void {
    this.shell?.stdin?.destroy();
    this.shell = null;
  }

  /** A short write to a pipe goes out at once, not when the event loop comes round to it. */
  private send(line: string): void {
    this.shell?.stdin?.write(line);
  }
}

function open(): ChildProcess {
  const shell = spawn("/bin/sh", ["-c", script], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
    cwd: "/",
  });
  shell.on("error", () => {});
  shell.stdin?.on("error", () => {});
  // It must not keep a host alive that has nothing else to do.
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return shell;
}
