import { spawnSync } from "node:child_process";

/** How far a sandbox can keep a program in, here and now. */
export interface Isolation {
  /** `full`: no network, all else read-only, processes of its own. `network`: no network. `none`: only a copy. */
  readonly level: "full" | "network" | "none";
  /** What is to be started so that the program, given by its words, starts in a folder of the sandbox. */
  readonly wrap: (cwd: string, words: readonly string[]) => readonly string[];
}

/** Where things are: the sandbox's own folder, the project in its real place, what of it is shared, and what must stay in sight. */
interface IsolatedPlaces {
  readonly root: string;
  readonly project: string;
  readonly shared: readonly string[];
  readonly programs: readonly string[];
}

/** The exit code where the sandbox could not be made ready, and the program was not started. */
export const NOT_READY = 94;

/**
 * In namespaces of its own: the copy is put in the place of the project, `tmp` in that of /tmp (with the programs that are
 * below it), shared folders into the copy, and everything else becomes read-only. Then the program starts, and cannot take any of that back.
 */
const script = `
set -e
trap 'exit ${NOT_READY}' EXIT
root=$1 project=$2 cwd=$3
shift 3
cd "$root"
mount --bind project project
mount --bind tmp tmp
while [ "$1" != -- ]; do mount --bind "$project/$1" "project/$1"; shift; done
shift
while [ "$1" != -- ]; do
  case $1 in /tmp/*) at=$root/tmp/\${1#/tmp/}; mkdir -p "$at"; mount --bind "$1" "$at" ;; esac
  shift
done
shift
while read -r _ _ _ _ place options rest; do
  place=$(printf '%b' "$place")
  case $place in "$root/project" | "$root/tmp") continue ;; esac
  case $options in ro | ro,*) continue ;; esac
  case " $rest" in *' - proc '* | *' - sysfs '* | *' - cgroup'* | *' - devpts '* | *' - mqueue '*) continue ;; esac
  mount -o "remount,bind,ro,\${options#rw,}" "$place"
done < /proc/self/mountinfo
mount -t proc proc /proc 2>/dev/null || :
at=$project
case $project in /tmp/*) at=$root/tmp/\${project#/tmp/}; mkdir -p "$at" ;; esac
mount --rbind project "$at"
mount --rbind tmp /tmp
cd "$cwd"
trap - EXIT
set +e
"$@"
exit $?
`;

const spaces = ["--net", "--mount", "--pid", "--fork", "--kill-child"];

/** What can be tried, the surest first. Without a namespace of users only root can do the rest. */
function attempts({ root, project, shared, programs }: IsolatedPlaces): readonly Isolation[] {
  const prepared = ["/bin/sh", "-c", script, "sandbox", root, project];
  const inner = (cwd: string): readonly string[] => [
    ...prepared,
    cwd,
    ...shared,
    "--",
    ...programs,
    "--",
  ];
  const user = ["--user", "--map-root-user"];
  // Who the program is stays what it was, and what was done to the mounts it cannot undo.
  const ids = [`--map-user=${process.getuid?.() ?? 0}`, `--map-group=${process.getgid?.() ?? 0}`];
  const own = ["unshare", "--user", ...ids, "--"];
  return [
    {
      level: "full",
      wrap: (cwd, words) => ["unshare", ...user, ...spaces, ...inner(cwd), ...own, ...words],
    },
    { level: "full", wrap: (cwd, words) => ["unshare", ...spaces, ...inner(cwd), ...words] },
    { level: "network", wrap: (_cwd, words) => ["unshare", ...user, "--net", "--", ...words] },
  ];
}

const LONGEST_MS = 10_000;
const READY = 93;

/** The best that works here, found out by trying it. */
export function isolationOf(places: IsolatedPlaces): Isolation {
  if (process.platform === "linux")
    for (const attempt of attempts(places)) {
      const words = attempt.wrap(places.project, ["/bin/sh", "-c", `exit ${READY}`]);
      const [file = "", ...args] = words;
      const { status } = spawnSync(file, args, {
        stdio: "ignore",
        timeout: LONGEST_MS,
        killSignal: "SIGKILL",
        env: { PATH: process.env["PATH"] ?? "" },
      });
      if (status === READY) return attempt;
    }
  return { level: "none", wrap: (_cwd, words) => words };
}
