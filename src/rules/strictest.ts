/** What a hook or the rules want for a call. */
type Wish = "allow" | "deny" | "ask" | "defer" | "none";

const STRICTEST_FIRST = ["deny", "defer", "ask", "allow"] as const;

/** What counts where a hook and the rules both say something: deny > defer > ask > allow > none. */
export function strictest(hook: Wish, ruling: "allow" | "ask" | "deny" | "none"): Wish {
  return STRICTEST_FIRST.find((wish) => wish === hook || wish === ruling) ?? "none";
}
