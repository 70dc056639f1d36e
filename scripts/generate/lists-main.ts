import { writeFileSync } from "node:fs";
import { dialectList } from "./dialect-list.js";
import { hostLists } from "./host-lists.js";

for (const [path, content] of [...dialectList(), ...hostLists()]) writeFileSync(path, content);
