import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { RUN_ID } from "./process-spec.js";
import { signalTo } from "./signal-to.js";

/**
 * A shell that waits on a pipe. It gets the runs that are under way; when the pipe closes, even because
 * the host was killed with -9, it kills whatever those runs left behind. Runs are named before they start,
 * so there is no moment in which a hook could escape. A keeper is to leave by itself then, and to take its hooks with
 * it; one that does not, because somebody has stopped it, is killed, and whatever carries an id of its family.
 */
const script = `
trap '' INT TERM HUP
active=' '
keeper=
while IFS= read -r line; do
  id=\${line#?}
  case $line in
    +*) active="$active$id " ;;
    -*) case $active in *" $id "*) active="\${active%% $id *} \${active#* $id }" ;; esac ;;
    k*) keeper=$id ;;
  esac
done
sweep() {
  ids=
  for entry in $active; do ids="$ids|\${entry%%:*}"; done
  [ -z "$ids" ] && return
  quiet=0 round=0
  while [ $quiet -lt 4 ] && [ $round -lt 100 ]; do
    quiet=$((quiet + 1)) round=$((round + 1))
    for entry in $active; do
      group=\${entry#*:}
      [ "$group" = "$entry" ] || kill -9 -- "-$group" 2>/dev/null
    done
    for file in $(grep -lszxE "${RUN_ID}=(\${ids#?})" /proc/[0-9]*/environ 2>/dev/null); do
      pid=\${file#/proc/}
      kill -9 "\${pid%/environ}" 2>/dev/null && quiet=0
    done
  done
}
sweep
pid=\${keeper%%:*}
keeps() {
  [ -n "$pid" ] && kill -CONT "$pid" 2>/dev/null || return 1
  [ ! -e /proc/self ] || grep -aqs keeper-main "/proc/$pid/cmdline"
}
tries=0
while keeps; do
  tries=$((tries + 1))
  if [ $tries -gt 50 ]; then
    kill -9 "$pid"
    active="\${keeper#*:}[0-9a-z]*"
    sweep
    break
  fi
  sleep 0.1 2>/dev/null || sleep 1
done
`;

/**
 * A host that is killed closes the pipe, but a shell that somebody has stopped does not read it. Where the system can do that, it
 * is to wake the shell when the host ends.
 */
const woken = `
trap '' INT TERM HUP
if setpriv --pdeathsig CONT true 2>/dev/null; then exec setpriv --pdeathsig CONT /bin/sh -c "$1"; fi
eval "$1"
`;

/** One that was killed is replaced: when there is something to tell it, and else this soon. */
const REPLACE_MS = 500;

export class Guardian {
  private shell: ChildProcess | null = null;
  private readonly entries = new Set<string>();
  private keeper = "";

  constructor(private readonly startShell = start) {}

  /** Watch over a run from now on: before it starts by its id, once it has by `id:group` as well. */
  watch(entry: string): void {
    this.entries.add(entry);
    if (isAlive(this.shell)) this.send(`+${entry}\n`);
    else this.open();
  }

  release(entry: string): void {
    this.entries.delete(entry);
    this.send(`-${entry}\n`);
  }

  /** Watch over a keeper, `pid:family`, and over all runs whose ids begin with the family; over none where it is empty. */
  watchKeeper(keeper: string): void {
    this.keeper = keeper;
    if (isAlive(this.shell)) this.send(`k${keeper}\n`);
    else if (keeper !== "") this.open();
  }

  close(): void {
    const { shell } = this;
    this.shell = null;
    this.entries.clear();
    shell?.stdin?.destroy();
    wake(shell);
  }

  /** A short write to a pipe goes out at once, not when the event loop comes round to it. */
  private send(line: string): void {
    this.shell?.stdin?.write(line);
    wake(this.shell);
  }

  private open(): void {
    const shell = this.startShell();
    this.shell = shell;
    shell.once("exit", () => {
      // Who was watched over is watched over again.
      setTimeout(() => this.shell === shell && this.open(), REPLACE_MS).unref();
    });
    const lines = [...this.entries].map((entry) => `+${entry}\n`);
    this.send(`k${this.keeper}\n${lines.join("")}`);
  }
}

function isAlive(shell: ChildProcess | null): shell is ChildProcess {
  return shell?.pid !== undefined && shell.exitCode === null && shell.signalCode === null;
}

/** Somebody may have stopped it. */
function wake(shell: ChildProcess | null): void {
  if (isAlive(shell) && shell.pid !== undefined) signalTo(shell.pid, "SIGCONT");
}

function start(): ChildProcess {
  const shell = spawn("/bin/sh", ["-c", woken, "guardian", script], {
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
