import type { FleetSettings } from "../../config/index.js";
import type { FleetNews } from "../../fleet/index.js";
import type { AgentSession } from "../../session/index.js";
import { forTerminalLine } from "../../show/index.js";
import { isTerminal } from "../files.js";
import { say } from "../fold.js";

/**
 * Has the fleet answer the questions of a session too; it is loaded only now. Where nobody is at the screen (`isAlone`), its
 * silence and its faults are a no. Gives back how to end it.
 */
export async function joinFleet(
  session: AgentSession,
  settings: FleetSettings,
  isAlone: boolean,
): Promise<() => void> {
  const { FleetAnswerer } = await import("../../fleet/index.js");
  const { id, workspace: project, permissions } = session;
  const hasScreen = !isAlone && isTerminal(0) && isTerminal(1);
  return permissions.join(
    new FleetAnswerer({
      settings,
      about: { host: "snaphook", session: id, project },
      isAlone,
      // On a screen the question itself is shown.
      onNews: (news) => {
        if (!hasScreen) say(2, `${newsText(news)}\n`);
        else if (news.type !== "asked") session.note(newsText(news));
      },
      onTrouble: (why) => session.note(`${why} You can answer here.`),
    }),
  );
}

function newsText(news: FleetNews): string {
  const tool = forTerminalLine(news.tool);
  switch (news.type) {
    case "asked":
      return `${tool} waits up to ${news.waitSeconds} s for an answer of the fleet: snaphook approvals show ${news.id.slice(0, 8)}`;
    case "lost":
      return `${tool}: ${forTerminalLine(news.why)}; connecting again`;
    case "not-announced":
      return `${tool} waits for an answer, but fleet.webhook could not be called: ${forTerminalLine(news.why)}`;
  }
}
