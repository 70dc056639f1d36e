import { writeFileSync } from "node:fs";
import { dialectList } from "./dialect-list.js";

for (const [path, content] of dialectList()) writeFileSync(path, content);
