import { describe, expect, test } from "vitest";
import { ruling } from "./command-rulings.test-support.js";

/** Other names of `rm`: in the folder of the line, below it, beside and above it, and in the user's. */
const LINKS = new Set([
  "/p/q/one",
  "/p/q/x.y",
  "/p/q/bin/two",
  "/p/q/a-b/c+d",
  "/p/side",
  "/p/bin/three",
  "/up",
  "/bin/four",
  "/h/bin/five",
  "/opt/six",
  "/opt/s",
  "/opt/+s",
  "/opt/s+",
]);

const rules = ["deny Bash(rm *)", "allow Bash"];

/** As in a folder in which these lead to `/usr/bin/rm`. */
function decide(command: string, links: ReadonlySet<string> = LINKS): string {
  const canonical = (path: string): string => (links.has(path) ? "/usr/bin/rm" : path);
  return ruling(rules, { command }, "Bash", { projectDir: "/p", cwd: "/p/q", canonical }).decision;
}

test.each([
  "find bin -execdir ./two ';'",
  "find /opt bin -maxdepth 1 -okdir ./two {} +",
  "find ../bin -execdir sh -c ./three ';'",
])("%j starts it in the folders that find goes through", (command) => {
  expect(decide(command)).not.toBe("allow");
});

test.each(["find bin -exec ./two ';'", "find bin -execdir ./one ';'", "find a -execdir ./two ';'"])(
  "%j does not",
  (command) => {
    expect(decide(command, new Set(["/p/q/bin/two"]))).toBe("allow");
  },
);

describe("a program is what its link leads to", () => {
  test.each([
    "./one x",
    "bin/two x",
    "/p/q/one x",
    "../side x",
    "../bin/three x",
    "~/bin/five x",
    "/opt/six x",
    "cd bin && ./two x",
    "PATH=/opt; six x",
    "PATH=~/bin; five x",
    "PATH=$PWD/bin; two x",
    "PATH=${PWD%/*}/bin; three x",
    "PATH=${PWD%/*/*}/bin; four x",
    "PATH=$HOME/bin; five x",
    "PATH=$(echo /opt); six x",
    "a-b/c+d x",
  ])("%j", (command) => {
    expect(decide(command)).toBe("deny");
    expect(decide(command, new Set())).toBe("allow");
  });
});

test("in a folder of one's own too, about which is asked in any case", () => {
  for (const command of ["PATH=./bin two x", "export PATH=./bin:$PATH; two x"]) {
    expect(decide(command)).toBe("deny");
    expect(decide(command, new Set())).toBe("ask");
  }
  expect(decide("PATH=bin/. two x")).toBe("ask");
});

test("a folder that is not known may be the line's, or one of three around it", () => {
  const where = (link: string): string =>
    ruling(rules, { command: 'PATH="$x/bin"; name x' }, "Bash", {
      cwd: "/a/b/c/d",
      canonical: (path) => (path === link ? "/usr/bin/rm" : path),
    }).decision;
  for (const folder of ["/a/b/c/d", "/a/b/c", "/a/b", "/a", "/h"])
    expect(where(`${folder}/bin/name`)).toBe("deny");
  expect(where("/bin/name")).toBe("allow");
});

describe("so is what a program is given, where it may start it", () => {
  test.each([
    "starter ./one x",
    "starter bin/two",
    "starter --run=./one",
    "starter --run=/opt/six",
    "starter -r./one",
    "starter -r/opt/six",
    "starter -r~/bin/five",
    "starter 'a ./one b'",
    "starter 'a;/opt/six'",
    'starter "$x/one"',
    "starter $x/side",
    "RUN=./one starter",
    "RUN=/opt/six",
    "sh one",
    "bash x.y",
    "source one",
    ". one",
    "starter <<< ./one",
    "starter <<< 'run /opt/six'",
    "echo ./one > settings",
    "printf ./one > settings",
    "cat <<< ./one > settings",
    "/bin/echo ./one > settings",
    "PATH=/opt starter s",
    "PATH=/opt starter +s",
    "PATH=/opt starter s+",
    "PATH=/opt starter six",
    "PATH=/opt starter --run=six",
    "PATH=/opt starter './six'",
    "starter 'cd /opt; six'",
    'starter \'os.chdir("/opt"); run("six")\'',
    'starter \'fchdir("/opt"); run("six")\'',
    'starter \'run("six", cwd="/opt")\'',
    'starter \'ENV["PATH"] = "/opt"; run("six")\'',
    'starter \'Dir.chdir("/opt"); run("six")\'',
    "starter 'Set-Location /opt; six'",
    "sh -c 'cd \"$1\" && ./six' x /opt",
    "find /opt -execdir ./six ';'",
    "find /opt -okdir ./six ';'",
  ])("%j", (command) => {
    expect(decide(command)).not.toBe("allow");
    expect(decide(command, new Set())).toBe("allow");
  });

  test.each([
    "echo ./one",
    "printf ./one",
    "cat ./one",
    "cat <<< ./one",
    "resource one",
    "starter $x/up",
    "starter --xx=/opt six",
    "starter x-execdir ./six /opt",
    "starter -execdirs ./six /opt",
    "ls ./one > list",
    "cat < ./one",
    "echo x > ./one",
    "starter one",
    "starter one x",
    "sources one",
    "starter six",
    "starter 'run six /opt'",
    "starter 'subdirs /opt; six'",
    "starter x/one",
    "starter a./one",
    "PATH=/opt/six starter",
    "PATH=/opt one",
    "X=/opt six",
    "find /opt -execdirs ./six",
    "find /opt x-execdir ./six",
    "starter -- -exec ./six /opt",
  ])("but not in %j", (command) => {
    expect(decide(command)).toBe("allow");
  });
});

describe("of very many words, paths and folders the first are looked at", () => {
  const many = (count: number, name: string): string =>
    Array.from({ length: count }, (_, at) => `${name}${at}`).join(" ");

  test("16 words of a command", () => {
    expect(decide(`starter ${many(15, "a")} ./one`)).not.toBe("allow");
    expect(decide(`starter ${many(16, "a")} ./one`)).toBe("allow");
    expect(decide(`sh ${many(15, "a")} one`)).not.toBe("allow");
    expect(decide(`sh ${many(16, "a")} one`)).toBe("allow");
  });

  test("64 paths in a text", () => {
    expect(decide(`starter '${many(63, "./a")} ./one'`)).not.toBe("allow");
    expect(decide(`starter '${many(64, "./a")} ./one'`)).toBe("allow");
  });

  test("16 names in a text, where programs are looked for in a folder", () => {
    expect(decide(`PATH=/opt starter '${many(15, "a")} six'`)).not.toBe("allow");
    expect(decide(`PATH=/opt starter '${many(16, "a")} six'`)).toBe("allow");
  });

  test("paths of 4096 characters", () => {
    expect(decide(`${"./".repeat(2046)}one x`)).toBe("deny");
    expect(decide(`${"./".repeat(2047)}one x`)).toBe("allow");
  });
});
