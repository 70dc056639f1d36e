import type { Finding } from "../../lint/index.js";

/** Who sees what today and after the fix: one line for all hosts, or one for those in which it is the same. */
export function seenLines({ sees, after, seen }: Finding): string[] {
  if (sees === undefined) return [];
  const [first, ...others] = seen ?? [];
  if (first === undefined || others.length === 0) return [`  today: ${changeText(sees, after)}`];
  return (seen ?? []).map(({ hosts, sees: now, after: then }) => {
    const text = now === null ? "no such event" : changeText(now, then);
    return `  today in ${hosts.join(", ")}: ${text}`;
  });
}

type Sees = NonNullable<Finding["sees"]>;

function changeText(sees: Sees, after: Sees | undefined): string {
  return `${seenText(sees)}${after === undefined ? "" : `; after the fix: ${seenText(after)}`}`;
}

function seenText({ user, model }: Sees): string {
  return user === model
    ? `user and model see ${user}`
    : `the user sees ${user}, the model ${model}`;
}
