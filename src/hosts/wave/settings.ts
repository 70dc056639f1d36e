import { join } from "node:path";
import {
  never,
  place,
  pluginPlaces,
  type Defect,
  type Draft,
  type HostFormat,
  type Reach,
  type Remark,
  type World,
} from "../../host-settings/index.js";
import { findDialect } from "../../dialects/index.js";
import { waveEvents } from "../../payload/index.js";
import { neverMatches } from "../claude-code/settings.js";

/** Files are joined before anyone checks them: what is wrong in one costs the hooks of all. */
const reaches: Readonly<Partial<Record<Defect, Reach>>> = {
  "event-unknown": "event",
  twice: "nothing",
};

const SECONDS = 600;

export const waveFormat: HostFormat = {
  host: "wave",
  dialect: `wave@${findDialect("wave").version}`,
  events: waveEvents,
  flavour: { comments: "none", bytes: "doubtful" },
  refusesLinks: false,
  topKeys: null,
  topNeeds: [],
  besideEvents: [],
  grouped: true,
  eventName: (written) => written,
  types: { command: { needs: [["command"]] } },
  defaultType: null,
  keys: { command: "text", timeout: "positive", async: "flag", pluginRoot: "text" },
  nullable: [],
  reach: (defect) => reaches[defect] ?? "everything",
  places,
  seconds: ({ number }) => Math.min(SECONDS, number("timeout") ?? SECONDS),
  onFailure: () => "continue",
  isAsync: ({ flag }) => flag("async"),
  command: ({ text }) => text("command"),
  remarks,
  arrange: (loaded) => loaded.flatMap(({ hooks }) => hooks),
};

function places(world: World): ReturnType<HostFormat["places"]> {
  const folder = join(world.projectDir, ".wave");
  return [
    place("user", join(world.home, ".wave", "settings.json")),
    place("project", join(folder, "settings.json")),
    place("local", join(folder, "settings.local.json")),
    ...pluginPlaces(world.plugins),
  ];
}

function remarks({ event, matcher = "" }: Draft): readonly Remark[] {
  const why = neverMatches(event, matcher);
  if (why === null) return [];
  const allowed = ["names between |, or an expression"];
  return [never("matcher", why, allowed)];
}
