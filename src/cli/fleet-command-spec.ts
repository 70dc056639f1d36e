import type { CommandSpec } from "./command-type.js";

export const fleet: CommandSpec = {
  name: "fleet",
  words: ["migrate"],
  summary: "the database in which a team answers questions of its agents",
  usage: "snaphook fleet migrate [--url URL]",
  details:
    "  migrate  make the tables, or bring them up to date: all of it or nothing. Agents and answerers need\n" +
    "           roles of their own, which may do only what they must; docs/fleet.md has the SQL.\n" +
    "The database is the one that fleet.url in the user's or the managed settings names.\n" +
    "Exit code 1: the database cannot be used, and why.",
  options: {
    "--url URL":
      "this database instead of the one in the settings; $SNAPHOOK_FLEET_URL does the same",
  },
  examples: {
    "snaphook fleet migrate": "make the tables, or bring them up to date",
    "snaphook fleet migrate --url postgres://owner@127.0.0.1/snaphook": "as another role",
  },
};
