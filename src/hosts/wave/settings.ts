import { join } from "node:path";
import {
  inSeconds,
  matcherMeant,
  never,
  place,
  reachBy,
  usualFormat,
  type Draft,
  type HostFormat,
  type HostFormats,
  type Remark,
  type World,
} from "../../host-settings/index.js";
import { wave } from "./index.js";
import { neverMatches } from "../claude-code/settings.js";

const SECONDS = 600;

const waveFormat: HostFormat = {
  ...usualFormat(wave),
  types: { command: { needs: [["command"]] } },
  keys: { command: "text", timeout: "positive", async: "flag", pluginRoot: "text" },
  /** Files are joined before anyone checks them: what is wrong in one costs the hooks of all. */
  reach: reachBy("everything", {
    "event-unknown": "event",
    twice: "nothing",
  }),
  places,
  seconds: ({ number }) => Math.min(SECONDS, number("timeout") ?? SECONDS),
  isAsync: ({ flag }) => flag("async"),
  remarks,
};

export const formats: HostFormats = [waveFormat];

function places(world: World): ReturnType<HostFormat["places"]> {
  const folder = join(world.projectDir, ".wave");
  return [
    place("user", join(world.home, ".wave", "settings.json")),
    place("project", join(folder, "settings.json")),
    place("local", join(folder, "settings.local.json")),
  ];
}

function remarks(draft: Draft): readonly Remark[] {
  const { event, matcher = "" } = draft;
  const why = neverMatches(event, matcher);
  const allowed = ["names between |, or an expression"];
  return [
    ...inSeconds(draft),
    ...(why === null ? [] : [never("matcher", why, allowed, matcherMeant(matcher))]),
  ];
}
