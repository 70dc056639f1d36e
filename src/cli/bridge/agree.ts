import { confirm, isCancel } from "@clack/prompts";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { forTerminal, forTerminalLine } from "../../show/index.js";
import { isTerminal, writeAll } from "../files.js";

/** Shows what would change in a file, and asks unless the answer was given. Where nobody can be asked it is no. */
export async function agreed(
  { path, before, after }: { path: string; before: string | null; after: string | null },
  isYes: boolean,
): Promise<boolean> {
  const patch = createTwoFilesPatch(path, path, before ?? "", after ?? "", undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  });
  writeAll(1, forTerminal(patch));
  if (isYes || (await isConfirmed(path))) return true;
  const name = forTerminalLine(path);
  writeAll(2, `snaphook: ${name} was not written; --yes agrees without a question\n`);
  return false;
}

async function isConfirmed(path: string): Promise<boolean> {
  if (!isTerminal(0) || !isTerminal(1)) return false;
  const answer = await confirm({ message: `Write ${forTerminalLine(path)}?`, initialValue: false });
  return !isCancel(answer) && answer;
}
