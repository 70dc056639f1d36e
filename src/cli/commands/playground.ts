import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codeOf, makeFolder, replaceFile } from "../../io/index.js";
import { fromFragment } from "../../playground/index.js";
import { playground as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { openInBrowser } from "../open-in-browser.js";
import { prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

/** The page as it was built, next to the commands. */
const built = fileURLToPath(new URL("../playground/", import.meta.url));
const PAGE = "index.html";

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [link, extra] = given.positionals;
  if (extra !== undefined)
    throw new UsageError(`playground takes one link; ${JSON.stringify(extra)} is too much`);
  const draft = link === undefined ? "" : draftOf(link);
  const folder = writePage(given.text("out"), draft);
  const page = join(folder, PAGE);
  const address = pathToFileURL(page).href;
  writeAll(1, given.flag("json") ? `${JSON.stringify({ address, folder })}\n` : `${address}\n`);
  if (given.flag("open") && !(await openInBrowser(page)))
    say(2, "snaphook: no program here opens a browser: open the address above yourself\n");
  return 0;
}

/** The part of a link that holds what was typed. */
function draftOf(link: string): string {
  const fragment = link.slice(link.indexOf("#") + 1);
  if (fromFragment(fragment) === null)
    throw new UsageError(
      "this is not a link of the playground, or not all of it; put it in quotes, from the # to its end",
    );
  return fragment;
}

function writePage(out: string | undefined, draft: string): string {
  const folder = out === undefined ? newFolder() : resolve(out);
  try {
    makeFolder(folder);
    refuseForeign(join(folder, PAGE));
    for (const name of readdirSync(built)) {
      const content = readFileSync(join(built, name));
      replaceFile(join(folder, name), name === PAGE ? beginningWith(draft, content) : content);
    }
  } catch (error) {
    if (error instanceof UsageError || codeOf(error) === "") throw error;
    throw new UsageError(`cannot write to ${folder}: ${(error as Error).message}`);
  }
  return folder;
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "snaphook-playground-"));
}

/** A page of somebody else is not written over. */
function refuseForeign(page: string): void {
  if (existsSync(page) && !readFileSync(page, "utf8").includes(MARK))
    throw new UsageError(`${page} is another page; give --out a folder of its own`);
}

const MARK = 'content="snaphook playground"';
const PLACE = 'name="snaphook-draft" content="';

/** A fragment has no character that means something in HTML. */
function beginningWith(draft: string, page: Uint8Array): string {
  return new TextDecoder().decode(page).replace(PLACE, `${PLACE}${draft}`);
}
