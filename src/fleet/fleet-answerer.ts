import {
  consent,
  refusal,
  type Answerer,
  type PendingPermission,
  type PermissionDecision,
} from "../agent/index.js";
import type { FleetSettings } from "../config/index.js";
import type { AskedCall } from "./asked-call.js";
import { askFleet, type AskEnd, type AskNews } from "./ask.js";
import { faultOf } from "./fleet-fault.js";
import { needsOf } from "./needs.js";
import { makeQuestion } from "./question.js";
import { announceQuestion } from "./webhook.js";

/** What the user sees of a question. */
export type FleetNews = AskNews & { readonly tool: string };

export interface FleetAnswererOptions {
  readonly settings: FleetSettings;
  readonly about: Pick<AskedCall, "host" | "session" | "project" | "cwd">;
  /** Nobody else can be asked: what is not answered is a no. Otherwise somebody else still may answer. */
  readonly isAlone: boolean;
  readonly onNews: (news: FleetNews) => void;
  /** Why the fleet did not answer, where somebody else still may. */
  readonly onTrouble: (why: string) => void;
}

/** The fleet as one who answers the questions of a session. */
export class FleetAnswerer implements Answerer {
  /** It was said that the webhook cannot be called; with each question it would be noise. */
  private isTroubleSaid = false;

  constructor(private readonly options: FleetAnswererOptions) {}

  /** Two persons, or a name that must be typed: whoever is at the screen can do neither. */
  keeps({ toolName, input }: Omit<PendingPermission, "id">): string | null {
    const { about, settings } = this.options;
    // Which calls need more is not known then.
    if (settings.url === "") return "the fleet settings have a fault; see: snaphook doctor";
    const { persons, protectedName } = needsOf({ tool: toolName, input, ...about }, settings);
    if (persons > 1) return "needs two persons: waiting for the fleet";
    return protectedName === null
      ? null
      : "needs the name of a protected target: waiting for the fleet";
  }

  async answer(
    question: PendingPermission,
    signal: AbortSignal,
  ): Promise<PermissionDecision | null> {
    const { toolName, input, original, reasons, onlyElsewhere } = question;
    const { settings, about, isAlone, onNews, onTrouble } = this.options;
    const call = { tool: toolName, input, original, reasons, ...about };
    const end = await askAboutCall(call, settings, {
      signal,
      onNews: (news) => {
        const isTrouble = news.type === "not-announced";
        if (!isTrouble || !this.isTroubleSaid) onNews({ ...news, tool: toolName });
        this.isTroubleSaid ||= isTrouble;
      },
    });
    if ("by" in end) return decisionOf(toolName, end);
    if (signal.aborted) return null;
    if (isAlone || onlyElsewhere !== undefined) return refusal(toolName, whyNot(end, settings));
    onTrouble(whyNot(end, settings));
    return null;
  }
}

/** Asks the fleet about a call, and announces the question where the settings have a webhook. Never throws. */
export async function askAboutCall(
  call: AskedCall,
  settings: FleetSettings,
  options: Parameters<typeof askFleet>[2],
): Promise<AskEnd> {
  const { webhook } = settings;
  const { onNews, environment = process.env } = options;
  const over = new AbortController();
  try {
    const question = makeQuestion(call, settings);
    return await askFleet(question, settings, {
      ...options,
      onNews(news) {
        onNews?.(news);
        if (news.type !== "asked" || webhook === null) return;
        // Nobody waits for it.
        announceQuestion(question, webhook, { signal: over.signal, environment })
          .then((why) => why !== null && onNews?.({ type: "not-announced", why }))
          .catch(() => undefined);
      },
    });
  } catch (error) {
    return { type: "fault", why: faultOf(error).message };
  } finally {
    over.abort();
  }
}

function decisionOf(
  toolName: string,
  { type, by, words }: Extract<AskEnd, { readonly by: readonly string[] }>,
): PermissionDecision {
  const who = by.join(" and ");
  if (type === "allow") return { ...consent(toolName), by: who };
  const said = words ?? `${who} said no.`;
  return { ...refusal(toolName, said, words !== null), by: who };
}

/** Why a question has no answer, in a sentence. */
export function whyNot(
  end: Exclude<AskEnd, { readonly by: readonly string[] }>,
  { waitSeconds }: Pick<FleetSettings, "waitSeconds">,
): string {
  switch (end.type) {
    case "expired":
      return `Nobody of the fleet answered in ${waitSeconds} s.`;
    case "withdrawn":
      return "The question to the fleet was withdrawn.";
    case "fault":
      return `The fleet could not be asked: ${end.why}.`;
  }
}
