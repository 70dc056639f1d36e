import type { AskedCall } from "../protocol.js";
import { Diff, Line } from "./text.js";

/** Why somebody asks, and the exact input. */
export function AskedInput({
  lines,
  isRewritten,
  reasons,
}: Pick<AskedCall, "lines" | "isRewritten" | "reasons">) {
  return (
    <>
      {reasons.map(({ from, text }, index) => (
        <p key={index}>
          <Line text={from} class="name" />: <Line text={text} />
        </p>
      ))}
      {isRewritten && (
        <p class="dim">
          A hook has changed the input: − is what the model wrote, + is what would run.
        </p>
      )}
      <Diff lines={lines} label="The exact input" />
    </>
  );
}
