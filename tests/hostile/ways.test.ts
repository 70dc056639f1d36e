import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HostileWorkspace, toolCall, write, writeHooks } from "./hostile-workspace.js";
import { loaderWays } from "./loader-ways.js";
import { moreWays } from "./more-ways.js";
import { scriptWays } from "./script-ways.js";
import { languages, ways, type Way } from "./ways.js";

// However a hook names what it runs: when that is exchanged after the approval, the exchanged one does not run.

let workspace: HostileWorkspace;
beforeEach(() => {
  workspace = new HostileWorkspace();
});
afterEach(() => {
  rmSync(`/dev/shm/snaphook-${workspace.tag}`, { force: true });
  workspace.close();
});

/** With the places of this workspace put in. */
function placed(text: string): string {
  return text
    .replaceAll("@@", workspace.folder())
    .replaceAll("%", workspace.folder("beside"))
    .replaceAll("snaphook-TAG", `snaphook-${workspace.tag}`);
}

function lay(files: Way["files"], mark: string): void {
  for (const [path, content] of Object.entries(files)) {
    const place = resolve(workspace.folder(), placed(path));
    write(place, languages[content]?.(`${workspace.markFolder}/${mark}`) ?? placed(content));
    chmodSync(place, 0o755);
  }
}

/** A project with the hook. */
function laid({ command, args, env = {}, shell, files }: Way): string {
  const variables = Object.entries(env).map(([name, value]) => [name, placed(value)]);
  const hook = {
    name: "guard",
    command: placed(command),
    env: Object.fromEntries(variables) as object,
    ...(args && { args: args.map(placed) }),
    ...(shell && { shell }),
  };
  const project = workspace.folder();
  writeHooks(project, [hook]);
  lay(files, "good");
  return project;
}

const options = () => ({
  environment: { ...workspace.variables(), PATH: "/usr/bin:/bin", npm_config_offline: "true" },
});

const isHere = ({ needs = [] }: Way): boolean => needs.every((program) => existsSync(program));
const marks = ({ files }: Way): boolean =>
  Object.values(files).some((content) => Object.hasOwn(languages, content));
const tried = [...ways, ...moreWays, ...scriptWays, ...loaderWays]
  .filter(isHere)
  .map((way, index) => [way.command, index, way] as const);

test.each(tried)("%s (%i)", { timeout: 240_000 }, async (_command, _index, way) => {
  const project = laid(way);
  const engine = workspace.engine(project, options());
  await engine.approve(engine.review());
  await engine.fire(toolCall);
  // A way that runs nothing would prove nothing.
  expect(workspace.marks()).toEqual(marks(way) ? ["good"] : []);
  workspace.wipe();
  lay(way.swap, "exchanged");
  await workspace.fire(project, options());
  expect(workspace.marks()).toEqual([]);
});

const python = "/usr/bin/python3";
/** Compiles what leaves a mark, with the header of a source that is as it is now, or of one that nobody compares. */
const compile = `
import importlib.util, marshal, os, sys
source, mark, kind = sys.argv[1:]
stats = os.stat(source)
header = (1).to_bytes(4, "little") + b"12345678" if kind == "unchecked" else (
    (0).to_bytes(4, "little") + int(stats.st_mtime).to_bytes(4, "little") + stats.st_size.to_bytes(4, "little"))
place = importlib.util.cache_from_source(source)
os.makedirs(os.path.dirname(place), exist_ok=True)
with open(place, "wb") as file:
    file.write(importlib.util.MAGIC_NUMBER + header + marshal.dumps(compile(f"open({mark!r}, 'w').close()", source, "exec")))
`;

test.runIf(existsSync(python)).each([
  ["python3 -m guard", "guard.py", "timed"],
  ["python3 -m guard", "guard.py", "unchecked"],
  ["python3 -c 'import guard'", "guard.py", "timed"],
  ["python3 -m hooks.guard", "hooks/__init__.py", "unchecked"],
  ["PYTHONPATH=lib python3 -c 1", "lib/sitecustomize.py", "timed"],
  ["env -i /usr/bin/python3 -m guard", "guard.py", "unchecked"],
  ["python3 -E -m guard", "guard.py", "unchecked"],
])("%s does not load what somebody has compiled for %s (%s)", async (command, source, kind) => {
  const files = { "hooks/guard.py": "", "guard.py": "", [source]: "python" };
  const project = laid({ command, files, swap: {} });
  await workspace.approve(project, options());
  const place = resolve(project, source);
  execFileSync(python, ["-c", compile, place, `${workspace.markFolder}/exchanged`, kind]);
  await workspace.fire(project, options());
  expect(workspace.marks()).not.toContain("exchanged");
});

describe("where it is not known what a hook runs", () => {
  const way: Way = {
    command: "sh $(cat list)",
    files: { list: "guard.sh", "guard.sh": "sh" },
    swap: {},
  };
  const why = "files not known: sh: which file it runs is known only when it runs";

  test("that is said, and it is asked about again in each session", async () => {
    const project = laid(way);
    const engine = workspace.engine(project);
    const [hook] = engine.review();
    expect([hook?.state, hook?.why]).toEqual(["new", `nobody has approved it; ${why}`]);
    await engine.approve(engine.review());
    expect(engine.review()[0]?.state).toBe("approved");
    const asked: string[] = [];
    const next = workspace.engine(project, {
      onReview: (review) => {
        asked.push(...review.map(({ state }) => state));
        return review;
      },
    });
    expect(next.review()[0]).toMatchObject({
      state: "unseen",
      runs: false,
      why: `approved in an earlier session; ${why}`,
    });
    await next.fire(toolCall);
    await next.fire(toolCall);
    expect([asked, workspace.marks()]).toEqual([["unseen"], ["good"]]);
  });

  test("the user may accept that for the hook as it is", async () => {
    const project = laid(way);
    const engine = workspace.engine(project);
    await engine.approve(engine.review().map((hook) => ({ ...hook, acceptsUnknownFiles: true })));
    expect(workspace.engine(project).review()[0]?.state).toBe("approved");
    lay({ list: "other.sh" }, "");
    expect(workspace.engine(project).review()[0]?.state).toBe("changed");
  });

  test("the command says so and approves it only when that is accepted", () => {
    const project = laid(way);
    const approve = ["trust", "approve", "guard"];
    const refused = workspace.command(approve, project);
    expect([refused.status, refused.stdout, refused.stderr]).toEqual([
      3,
      "",
      `snaphook: project:PreToolUse:0.0 was not approved, ${why}\n` +
        "  To approve it all the same: snaphook trust approve project:PreToolUse:0.0 --accept-unknown-files\n",
    ]);
    expect(workspace.command(["trust", "review"], project).stdout).toContain(
      "files not known: not all that it runs was found, and a change there would not be noticed\n" +
        "  sh: which file it runs is known only when it runs\n",
    );
    expect(workspace.command([...approve, "--accept-unknown-files"], project).status).toBe(0);
    expect(workspace.engine(project).review()[0]?.state).toBe("approved");
  });
});
