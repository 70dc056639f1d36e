import type { Files } from "../markdown.js";
import { kitTables } from "./kit-hosts.js";
import { pythonFile } from "./python-file.js";
import { shellFile } from "./shell-file.js";
import { tableFile } from "./table-file.js";

/** What hooks are written with, in every language from the same tables. */
export function hookKitFiles(): Files {
  const tables = kitTables();
  return new Map([
    ["src/hook/host-table.ts", tableFile(tables)],
    ["kits/snaphook_hook.py", pythonFile(tables)],
    ["kits/snaphook-hook.sh", shellFile(tables)],
  ]);
}
