import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { allFiles, generatedFolders } from "./all-files.js";

const files = allFiles();
for (const folder of generatedFolders) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (!files.has(`${folder}/${name}`)) rmSync(`${folder}/${name}`);
  }
}
for (const [path, content] of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
console.log(`${files.size} files generated`);
