import { forTerminalLine } from "../../show/index.js";
import type { Finding } from "../findings.js";
import { goTo } from "./marked-area.js";

/** What is wrong, who says so, and what to do. With `hook` the fields of that hook can be gone to. */
export function FindingList({ findings, hook }: { findings: readonly Finding[]; hook?: string }) {
  return (
    <ul class="findings" id={hook === undefined ? undefined : `${hook}-findings`}>
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.path} ${finding.place.from}`} class={finding.severity}>
          <Title finding={finding} hook={hook} />
          <Suggestion finding={finding} />
          <details>
            <summary>{finding.hosts.join(", ")}</summary>
            <p>{finding.happens}</p>
            {finding.lost !== "" && <p>Lost: {forTerminalLine(finding.lost)}</p>}
            <p>
              <b>Fix:</b> {forTerminalLine(finding.fix)} <span class="id">{finding.code}</span>
            </p>
          </details>
        </li>
      ))}
    </ul>
  );
}

function Title({ finding, hook }: { finding: Finding; hook: string | undefined }) {
  const { title, path, place } = finding;
  const words = (
    <>
      {title} <code>{forTerminalLine(path)}</code>
    </>
  );
  if (hook === undefined || place.from === place.to) return <p class="title">{words}</p>;
  return (
    <button
      type="button"
      class="title"
      onClick={() => goTo(`${hook}-${place.field}`, place.from, place.to)}
    >
      {words}
    </button>
  );
}

function Suggestion({ finding: { suggestion, allowed } }: { finding: Finding }) {
  if (suggestion === "" && allowed.length === 0) return null;
  return (
    <p>
      {suggestion === "" ? "Allowed: " : "Did you mean "}
      <code>{forTerminalLine(suggestion || allowed.join(", "))}</code>
      {suggestion === "" ? "" : "?"}
    </p>
  );
}
