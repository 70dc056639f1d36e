import { readdirSync } from "node:fs";
import { join } from "node:path";
import { MOST_FILES, readFile, type ConfigLayer, type Place } from "../../host-settings/index.js";

/**
 * The line on which a Markdown file begins to list hooks in its head, or null. It is searched, not read: the hooks run
 * only while the skill or the agent does.
 */
function hooksLine(text: string): number | null {
  const lines = text.split("\n").map((line) => line.trimEnd());
  if (lines[0] !== "---") return null;
  const end = lines.indexOf("---", 1);
  const found = lines.findIndex((line) => /^(?:hooks|"hooks"|'hooks')\s*:/.test(line));
  return found > 0 && found < end ? found + 1 : null;
}

/** The agents and skills of a folder of Claude Code that bring hooks along. */
export function frontMatterPlaces(layer: ConfigLayer, folder: string): readonly Place[] {
  const agents = namesIn(join(folder, "agents")).filter((name) => name.endsWith(".md"));
  const paths = [
    ...agents.map((name) => join("agents", name)),
    ...namesIn(join(folder, "skills")).map((name) => join("skills", name, "SKILL.md")),
  ];
  return paths.flatMap((name): Place[] => {
    const path = join(folder, name);
    const file = readFile(path);
    const line = file.state === "read" ? hooksLine(file.text) : null;
    if (line === null) return [];
    const unread = { found: "hooks in the head of a Markdown file", line };
    return [{ path, layer, label: `${layer}/${name}`, form: "json", unread }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted().slice(0, MOST_FILES);
  } catch {
    return [];
  }
}
