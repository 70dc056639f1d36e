import type { Remark } from "./format.js";

/** That the host never runs the hook, and which key is the reason. */
export function never(
  key: string,
  found: string,
  allowed: readonly string[],
  suggestion?: string,
): Remark {
  return {
    code: "host-config-ignored",
    key,
    found,
    allowed,
    ...(suggestion !== undefined && { suggestion }),
  };
}
