import type { Member } from "./located.js";
import { readObject, type Context } from "./read-object.js";
import { webhookKeys } from "./settings-keys.js";
import type { WebhookSettings } from "./settings.js";

const VARIABLE = /^\$([A-Za-z_]\w*)$/;

/** `fleet.webhook`: null where there is none, undefined where something in it is wrong. */
export function readWebhook(
  member: Member | undefined,
  context: Context,
): WebhookSettings | null | undefined {
  if (member === undefined) return null;
  const { value } = member;
  // It was reported already.
  if (value.type !== "object") return undefined;
  const fields = readObject(value, webhookKeys, "fleet.webhook", context);
  const isUnknown = value.members.some(({ key }) => !Object.hasOwn(webhookKeys, key));
  const url = fields.get("url");
  const [, secretVariable] = VARIABLE.exec(fields.get("secret") ?? "") ?? [];
  if (!fields.bad && !isUnknown && isSafe(url) && secretVariable !== undefined)
    return { url, secretVariable };
  const wrong = (key: keyof typeof webhookKeys, found: string, allowed: string): void => {
    const [first] = fields.members(key);
    context.report.add("setting-invalid", context.hook, {
      path: `fleet.webhook.${key}`,
      line: first?.line ?? member.line,
      found: first === undefined ? "nothing" : found,
      allowed: [allowed],
      lost: "fleet",
    });
  };
  if (!fields.bad && !isSafe(url))
    wrong("url", JSON.stringify(url), "a URL of https, or of http on this machine");
  // It may be the secret itself.
  if (!fields.bad && secretVariable === undefined)
    wrong("secret", "something else", "the name of a variable: $FLEET_WEBHOOK_SECRET");
  return undefined;
}

/** What says who asks for what is not sent in the open. */
function isSafe(text: string | undefined): text is string {
  if (text === undefined) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
