import { describe, expect, test } from "vitest";
import { parseCommand } from "./parse-command.js";
import { wordText, type ParsedCommand } from "./parsed-command.js";

/** The words of each command after the first, a gap shown as `…`. */
function started(command: string): Pick<ParsedCommand, "unparsed"> & { readonly runs: unknown } {
  const { commands, unparsed } = parseCommand(command);
  const runs = commands
    .slice(1)
    .map(({ words }) => words.map(({ text }) => wordText(text)).join(" "));
  return { unparsed, runs };
}

interface Known {
  readonly wrapper: string;
  /** What is between the options and the program. */
  readonly operand?: string;
  readonly flags: string;
  /** Options with a value in the next word. */
  readonly valued: string;
  /** What follows the wrapper, and what it then starts. */
  readonly given?: string;
  readonly runs?: string;
}

const known: readonly Known[] = [
  {
    wrapper: "sudo",
    flags:
      "-A -B -b -E -e -H -i -K -k -l -N -n -P -S -s -V -v --preserve-env --preserve-env=A --set-home --login " +
      "--non-interactive --shell --stdin --background A=1",
    valued:
      "-a -C -c -D -g -h -p -R -r -T -t -U -u --user --group --host --prompt --chdir --chroot --role --type",
  },
  { wrapper: "doas", flags: "-L -n -s", valued: "-C -u" },
  {
    wrapper: "env",
    flags: "-i -0 -v --ignore-environment --null --debug A=1",
    valued: "-u -C --unset --chdir",
  },
  { wrapper: "nohup", flags: "--", valued: "" },
  {
    wrapper: "\\time",
    flags: "-a -l -p -q -v -V --portability --append --verbose",
    valued: "-f -o --format --output",
  },
  {
    wrapper: "timeout",
    operand: "5",
    flags: "-f -p -v --foreground --preserve-status --verbose",
    valued: "-k -s --kill-after --signal",
  },
  { wrapper: "nice", flags: "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9", valued: "-n --adjustment" },
  { wrapper: "ionice", flags: "-t --ignore", valued: "-c -n --class --classdata" },
  { wrapper: "stdbuf", flags: "-oL", valued: "-i -o -e --input --output --error" },
  { wrapper: "setsid", flags: "-c -f -w --ctty --fork --wait", valued: "" },
  { wrapper: "command", flags: "-p", valued: "" },
  { wrapper: "builtin", flags: "--", valued: "" },
  { wrapper: "exec", flags: "-c -l", valued: "-a" },
  { wrapper: "noglob", flags: "--", valued: "" },
  { wrapper: "nocorrect", flags: "--", valued: "" },
  { wrapper: "-", flags: "--", valued: "" },
  { wrapper: "repeat", operand: "3", flags: "--", valued: "" },
  { wrapper: "busybox", flags: "--", valued: "" },
  { wrapper: "toybox", flags: "--", valued: "" },
  { wrapper: "chroot", operand: "/x", flags: "--skip-chdir", valued: "--userspec --groups" },
  {
    wrapper: "flock",
    operand: "f",
    flags: "-e -n -o -s -u -x --exclusive --nonblock --no-fork --close --shared --unlock",
    valued: "-w -E --timeout --wait --conflict-exit-code",
  },
  {
    wrapper: "strace",
    flags: "-C -c -d -f -h -i -k -q -r -t -T -v -V -w -x -y -Z -z",
    valued: "-a -b -e -E -I -o -O -p -P -s -S -u -U -X",
  },
  { wrapper: "pkexec", flags: "--disable-internal-agent --keep-cwd", valued: "--user" },
  {
    wrapper: "git",
    given: "push x",
    runs: "git push x",
    flags:
      "-p -P --paginate --no-pager --bare --no-replace-objects --literal-pathspecs --no-optional-locks --man-path --info-path --git-dir=d",
    valued: "-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix",
  },
  {
    wrapper: "watch",
    flags:
      "-b -c -C -d -e -g -p -r -t -w -x --beep --color --differences --errexit --chgexit --precise --no-title --no-wrap --exec",
    valued: "-n -q --interval --equexit",
  },
  {
    wrapper: "xargs",
    runs: "rm x …",
    flags:
      "-0 -o -p -r -t -x -e -l --null --no-run-if-empty --verbose --interactive --exit --open-tty --eof --eof=E " +
      "--max-lines --max-lines=2",
    valued: "-a -d -E -L -n -P -R -s -S --arg-file --delimiter --max-args --max-procs --max-chars",
  },
  { wrapper: "xargs", given: "rm {}", runs: "rm …", flags: "-i --replace", valued: "" },
  { wrapper: "xargs", given: "rm v", runs: "rm …", flags: "--replace=v", valued: "-I -J" },
];

describe("the program after any known option of a wrapper is found", () => {
  const lines = known.flatMap(
    ({ wrapper, operand = "", flags, valued, given = "rm x", runs = "rm x" }) => [
      ...flags.split(" ").map((flag) => ({ line: [wrapper, flag, operand, given], runs })),
      ...valued
        .split(" ")
        .filter((option) => option !== "")
        .map((option) => ({ line: [wrapper, option, "v", operand, given], runs })),
    ],
  );

  test.each(lines.map(({ line, runs }) => ({ command: line.join(" "), runs })))(
    "$command",
    ({ command, runs }) => {
      expect(started(command)).toEqual({ unparsed: null, runs: [runs] });
    },
  );

  test.each(Array.from(new Set(known.map(({ wrapper }) => wrapper))))(
    "an option of %s that is not known makes the program unknown",
    (wrapper) => {
      for (const option of ["--unheard", "--unheard=v", "-@"])
        expect(started(`${wrapper} ${option} x rm`).unparsed).toBe(
          `the option ${option.replace("=v", "")} is not known here`,
        );
    },
  );
});

describe("a line for a shell is found however its option is written", () => {
  test.each([
    "env -S 'rm x'",
    "env '-Srm x'",
    "env -S rm x",
    "env --split-string='rm x'",
    "flock -c 'rm x' f",
    "flock f -c 'rm x'",
    "flock f --command 'rm x'",
    "flock --command='rm x' f",
    "flock --command 'rm x' f",
    "su -c 'rm x'",
    "su root '-lcrm x'",
    "su --command 'rm x'",
    "su --comm='rm x'",
    "su --session-command='rm x'",
    "su --session-command 'rm x'",
    "script -qc 'rm x' f",
    "script '-qcrm x' f",
    "script --c='rm x' f",
    "runuser root -c 'rm x'",
    "runuser --session-c='rm x' root",
  ])("%s", (command) => {
    expect(
      parseCommand(command).commands.map(({ words }) => words.map(({ text }) => text)),
    ).toContainEqual(expect.arrayContaining(["rm", "x"]));
  });

  test.each(["env --split='rm x'", "env --sp 'rm x'", "flock --comm='rm x' f"])(
    "%s is at least not read in full",
    (command) => {
      expect(started(command).unparsed).not.toBeNull();
    },
  );
});

describe("a program that runuser starts for a user", () => {
  test.each([
    "runuser -u root rm x",
    "runuser -uroot -- rm x",
    "runuser --user root rm x",
    "runuser --user=root -m -p -P -g a -G b -w c --pty --preserve-environment rm x",
    "runuser -u root --group a --supp-group b --whitelist-environment c rm x",
  ])("%s", (command) => {
    expect(started(command)).toEqual({ unparsed: null, runs: ["rm x"] });
  });

  test("without a user option the words are a user and arguments for its shell", () => {
    const unparsed = "a shell that reads commands from its input";
    expect(started("runuser root")).toEqual({ unparsed, runs: [] });
    for (const option of ["-l", "-f", "-m", "--login", "--fast", "-s sh", "--shell sh"])
      expect(started(`runuser ${option} root`)).toEqual({ unparsed, runs: [] });
    for (const option of ["-c", "--command", "--session-command"])
      expect(started(`runuser ${option} 'rm x' root`)).toEqual({ unparsed: null, runs: ["rm x"] });
  });

  test("a user option that is cut short is at least not known", () => {
    expect(started("runuser --us=root rm x").unparsed).toBe("the option --us is not known here");
  });
});

describe("git's own options do not hide its subcommand", () => {
  test("the words of a value that is not known may be a subcommand", () => {
    expect(started("git -C $x status")).toEqual({ unparsed: null, runs: ["git … status"] });
    expect(started('git -C "$x" --no-pager log')).toEqual({ unparsed: null, runs: ["git … log"] });
  });

  test.each<[command: string, unparsed: string | null, ...runs: string[]]>([
    ["git --version", null, "git"],
    ["git --help push", null, "git push"],
    ["git -v", null, "git"],
    ["git -h", null, "git"],
    ["git --html-path", null, "git"],
    ["git --attr-source HEAD push", "the option --attr-source is not known here", "git HEAD push"],
    ["git --attr-source=HEAD push", "the option --attr-source is not known here", "git push"],
  ])("%s", (command, unparsed, ...runs) => {
    expect(started(command)).toEqual({ unparsed, runs });
  });
});
