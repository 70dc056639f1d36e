import { allHosts, events } from "../../src/core.js";
import { bridgedHosts, eventsOf, type HostTable } from "../../src/hosts/index.js";
import { code, list, page, table, type Files } from "./markdown.js";

const bases: Readonly<Record<HostTable["basis"], string>> = {
  observed: "observed on the real client",
  executed: "by executing the host's own engine",
  documented: "as documented",
};

/** What the hosts do, side by side and one by one. */
export function hostPages(counts: ReadonlyMap<string, number>): Files {
  const pages: Files = new Map();
  for (const host of bridgedHosts())
    pages.set(`docs/hosts/${host.name}.md`, hostPage(host, counts));
  const hosts = bridgedHosts();
  pages.set(
    "docs/hosts/README.md",
    page(
      "Hosts",
      "What other agents do with hooks, faults included. `snaphook explain EVENT --hosts` shows which of them block, where a restriction is lost, and what to print there instead; `snaphook bridge` runs a hook of one host under another.",
      table(
        ["host", "version", "known", "in one line"],
        hosts.map((host) => [
          `[${host.name}](${host.name}.md)`,
          allHosts
            .filter(({ name }) => name === host.name)
            .map(({ version }) => version)
            .join(", ") || host.version,
          bases[host.basis],
          host.summary,
        ]),
      ),
      "## Events",
      table(
        ["Snaphook", ...hosts.map(({ name }) => name)],
        events.map(({ name }) => [code(name), ...hosts.map((host) => namesOf(host, name) || "–")]),
      ),
      "## Exit code 2",
      "The one answer that blocks a tool on all of them: exit code 2, the reason on stderr, nothing on stdout.",
      table(
        ["Snaphook", ...hosts.map(({ name }) => name)],
        events.map(({ name }) => [
          code(name),
          ...hosts.map((host) => eventsOf(host, name)[0]?.exitTwo ?? "–"),
        ]),
      ),
    ),
  );
  return pages;
}

function namesOf(host: HostTable, canonical: string): string {
  return eventsOf(host, canonical)
    .map(({ name }) => code(name))
    .join(", ");
}

function hostPage(host: HostTable, counts: ReadonlyMap<string, number>): string {
  return page(
    `${host.name} ${host.version}`,
    host.summary,
    list([
      `Known ${bases[host.basis]}; ${counts.get(host.name) ?? 0} conformance cases.`,
      `A hook has ${host.defaultTimeout} s where it says nothing else.`,
    ]),
    "## Events",
    table(
      ["event", "Snaphook", "matcher on", "exit code 2", "plain text", "fields"],
      Object.entries(host.events).map(([name, event]) => [
        code(name),
        event.canonical === null ? "–" : code(event.canonical),
        event.subject === null ? "–" : code(event.subject),
        event.exitTwo,
        event.text,
        event.fields.map(code).join(" ") || "–",
      ]),
    ),
  );
}
