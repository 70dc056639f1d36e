import { attributes, type AttributeSpec } from "../../src/telemetry/index.js";
import { blockIn, code, table, type Files } from "./markdown.js";

/** The table of attributes in docs/telemetry.md. */
export function telemetryPage(): Files {
  const rows = Object.values<AttributeSpec>(attributes).map(
    ({ name, type, on, content, about }) => [
      code(name),
      type,
      on.join(", "),
      `${about}${content === true ? " Only with `content`." : ""}`,
    ],
  );
  return blockIn("docs/telemetry.md", { attributes: table(["name", "type", "on", ""], rows) });
}
