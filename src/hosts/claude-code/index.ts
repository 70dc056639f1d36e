import type { Host } from "../host.js";
import { bridge } from "./bridge.js";
import type { Client } from "./client.js";
import { newestEvents, olderEvents } from "./events.js";
import { fieldsOf } from "./ignored-fields.js";
import { readEvent } from "./read-event.js";

const newest: Client = {
  version: "2.1.325",
  events: newestEvents,
  brokenObject: "invalid",
  codeTwoMislabelled: "blocks",
  heedsOnFailure: true,
  reasonStandsIn: true,
};

const older: Client = {
  version: "2.1.240",
  events: olderEvents,
  brokenObject: "text",
  codeTwoMislabelled: "fails",
  heedsOnFailure: false,
  reasonStandsIn: false,
};

function hostOf(client: Client): Host {
  return {
    name: "claude-code",
    version: client.version,
    summary: "Claude Code: exit codes and JSON, where one wrong field voids the whole answer.",
    basis: "observed",
    events: Object.fromEntries(
      Object.entries(client.events).map(([name, rule]) => {
        const { canonical, subject, exitTwo, text } = rule;
        return [name, { canonical, subject, exitTwo, text, fields: fieldsOf(rule) }];
      }),
    ),
    defaultTimeout: 600,
    bridge,
    read: (request) => readEvent(request, client),
  };
}

export const claudeCode: readonly Host[] = [hostOf(older), hostOf(newest)];
