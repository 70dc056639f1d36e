import {
  bridgedHosts,
  bridgeOf,
  eventsOf,
  ownNames,
  type HostTable,
} from "../../src/hosts/index.js";
import {
  configuredHosts,
  pluginForm,
  readHostConfig,
  type PluginForm,
} from "../../src/hosts/settings.js";
import { interpret } from "../../src/interpret/index.js";
import { events } from "../../src/payload/index.js";
import { code, list, page, table, type Files } from "./markdown.js";

/** For people who have hooks of a host already: what works at once, and what is called otherwise. Wave has a page of its own. */
export function comingFromPages(): Files {
  const hosts = bridgedHosts().filter(
    ({ name }) => name !== "wave" && configuredHosts.includes(name),
  );
  return new Map(hosts.map((host) => [`docs/coming-from/${host.name}.md`, comingFrom(host)]));
}

const guard = `#!/bin/sh
if grep -q 'rm -rf'; then
  echo "rm -rf is not for agents" >&2
  exit 2
fi`;

function comingFrom(host: HostTable): string {
  const bridge = bridgeOf(host.name);
  if (bridge === null) throw new Error(`${host.name} has no bridge`);
  const [title = host.name] = host.summary.split(":", 1);
  const { install, start, tools } = bridge;
  const event = eventsOf(host, "PreToolUse")[0]?.name ?? "PreToolUse";
  const entry = install.entry({ command: "./guard.sh", seconds: 10, isGuard: true });
  const settings = JSON.stringify({ ...install.frame, hooks: { [event]: [entry] } }, null, 2);
  const variables = Object.keys(start.environment);
  return page(
    `Coming from ${title}`,
    `Your hooks work here as they are: Snaphook finds ${title}'s own files, matches and runs each hook as ${title} ${host.version} does it, and reads the answer as ${title} does. Nothing has to be set up, and nothing runs before you have approved it.`,
    "## Try it",
    `A guard as ${title} wants it, in \`${install.path}\`. In a project with hooks of your own, begin with the next step:`,
    block(
      `mkdir -p ${install.path.split("/").slice(0, -1).join("/")}`,
      `cat > guard.sh <<'EOF'\n${guard}\nEOF`,
      "chmod +x guard.sh",
      `cat > ${install.path} <<'EOF'\n${settings}\nEOF`,
    ),
    "Which hooks would run for a call, and why the others would not; then look at them, approve them, and run them:",
    block(
      "snaphook run PreToolUse --tool Bash --dry-run",
      "snaphook trust review",
      "snaphook trust approve --all",
      "snaphook run PreToolUse --tool Bash --input command='rm -rf build'",
      "snaphook why guard.sh",
      "snaphook lint",
    ),
    "## Where hooks are looked for",
    list([...placesOf(host.name), ...pluginsOf(pluginForm(host.name))]),
    "## Events",
    `What the answers do there is on [${title}'s page](../hosts/${host.name}.md); \`snaphook explain EVENT --dialect ${host.name}\` explains one answer.`,
    table(
      [title, "Snaphook"],
      events.flatMap(({ name }) => eventsOf(host, name).map((one) => [code(one.name), code(name)])),
    ),
    "## Tools",
    "`--tool` takes either name.",
    table(
      [title, "Snaphook"],
      Object.entries(tools).map(([operation, { name }]) => [
        code(name),
        code(ownNames.tools[operation as keyof typeof ownNames.tools]?.name ?? ""),
      ]),
    ),
    "## How a hook is started",
    list([
      `By ${code(start.shell.join(" "))}, in the project's folder, with ${host.defaultTimeout} seconds where it says nothing else.`,
      variables.length === 0
        ? "The host sets no variables of its own."
        : `Variables: ${variables.map(code).join(", ")}.`,
      failureText(host, event),
    ]),
    "## Further",
    list([
      `Under another host: \`snaphook bridge run --host HOST --from ${host.name} -- ./guard.sh\` ([bridge](../commands/bridge.md)).`,
      `Snaphook's own hooks under ${title}: \`snaphook bridge install ${host.name}\`.`,
      "In an agent of your own: [the engine](../engine.md).",
    ]),
  );
}

/** What a guard that fails does, tried on the host's own reader. */
function failureText(host: HostTable, event: string): string {
  const dialect = `${host.name}@${host.version}`;
  const { outcome } = interpret({ dialect, event, payload: {}, runs: [{ exit: 1 }] });
  if (outcome !== "proceed") return "A guard that fails blocks the call.";
  return host.failClosed === undefined
    ? "A guard that fails lets the call pass, and the host has no setting against that: `snaphook run` says so each time."
    : `A guard that fails lets the call pass, unless it has ${code(host.failClosed)}.`;
}

function block(...lines: readonly string[]): string {
  return ["```sh", ...lines, "```"].join("\n");
}

const any = (texts: readonly string[]): string => texts.map(code).join(" or ");

function pluginsOf(form: PluginForm | undefined): readonly string[] {
  if (form === undefined) return [];
  const { manifests, marketplace, usual, named, folder } = form;
  const market =
    marketplace === undefined ? "" : `, or a marketplace (${code(marketplace)}) with plugins in it`;
  const more = {
    besides: " and what the manifest names",
    instead: ", or what the manifest names",
    unread: "",
  };
  return [
    `a folder that is a plugin (${any(manifests)})${market}: ${any(usual)}${more[named]}, as if the plugin were installed; ${any(folder)} is its folder`,
  ];
}

/** The files that the host reads, in its own order. */
function placesOf(host: string): readonly string[] {
  const { files } = readHostConfig(host, {
    projectDir: "/PROJECT",
    home: "/HOME",
    platform: "linux",
    env: {},
  });
  return files.map(
    ({ path, layer }) =>
      `${code(path.replace("/PROJECT/", "").replace("/HOME/", "~/"))} (${layer})`,
  );
}
