import * as z from "zod";
import { inTurn, LARGEST, linesOf, readTextFile, shownPath, writeTextFile } from "./files.js";
import { ToolError } from "../agent/index.js";
import { defineTool } from "./tool.js";
import { workspacePath } from "./workspace-path.js";

const MOST_LINES = 2000;
const path = z
  .string()
  .min(1)
  .describe("The file, relative to the workspace or absolute inside it");

export const read = defineTool({
  name: "Read",
  description: "Reads a text file of the workspace. Lines are numbered.",
  schema: z.strictObject({
    file_path: path,
    offset: z.int().min(1).optional().describe("The first line to read, from 1"),
    limit: z.int().min(1).optional().describe("How many lines"),
  }),
  onlyReads: true,
  async run({ file_path, offset = 1, limit = MOST_LINES }, { workspace }) {
    const lines = linesOf(await readTextFile(await workspacePath(file_path, workspace), file_path));
    const shown = lines.slice(offset - 1, offset - 1 + limit);
    if (shown.length === 0)
      return { text: `(there is no line ${offset}; lines in the file: ${lines.length})` };
    const text = shown.map((line, index) => `${offset + index}\t${line}`).join("\n");
    const more = lines.length - (offset - 1 + shown.length);
    return { text: more > 0 ? `${text}\n(${more} more ${more === 1 ? "line" : "lines"})` : text };
  },
});

export const write = defineTool({
  name: "Write",
  description: "Writes a text file of the workspace. What was there is replaced; folders are made.",
  schema: z.strictObject({ file_path: path, content: z.string() }),
  onlyReads: false,
  async run({ file_path, content }, { workspace }) {
    const place = await workspacePath(file_path, workspace);
    await inTurn(place, () => writeTextFile(place, content, file_path));
    return { text: `Wrote ${content.length} characters to ${shownPath(place, workspace)}.` };
  },
});

export const edit = defineTool({
  name: "Edit",
  description:
    "Replaces a text in a file of the workspace. The old text must occur exactly once, unless replace_all is given.",
  schema: z.strictObject({
    file_path: path,
    old_string: z.string().min(1),
    new_string: z.string(),
    replace_all: z.boolean().optional(),
  }),
  onlyReads: false,
  async run({ file_path, old_string, new_string, replace_all = false }, { workspace }) {
    const place = await workspacePath(file_path, workspace);
    const count = await inTurn(place, async () => {
      const before = await readTextFile(place, file_path);
      const found = before.split(old_string).length - 1;
      if (found === 0) throw new ToolError(`The old text does not occur in ${file_path}.`);
      if (found > 1 && !replace_all)
        throw new ToolError(
          `The old text occurs ${found} times in ${file_path}; give more of it, or replace_all.`,
        );
      const length = before.length + found * (new_string.length - old_string.length);
      if (length > Math.max(LARGEST, before.length))
        throw new ToolError(
          `${file_path} would have ${length} characters; more than ${LARGEST} are not written.`,
        );
      await writeTextFile(
        place,
        before.replaceAll(old_string, () => new_string),
        file_path,
      );
      return found;
    });
    return {
      text: `Replaced ${count === 1 ? "one place" : `${count} places`} in ${shownPath(place, workspace)}.`,
    };
  },
});
