import { words } from "./interpreter.js";
import { allOf, placesOf } from "./load.js";
import { libraryPlaces, type RunnerReader } from "./runner.js";

/** What the system loads programs with, which can be started itself. */
export const linkers = /^ld(?:64|-linux[\w-]*|-musl[\w-]*)?\.so(?:\.\d+)?$/;

const valued = words(
  "--library-path --preload --audit --argv0 --glibc-hwcaps-prepend --glibc-hwcaps-mask --inhibit-rpath",
);

/** `ld-linux-x86-64.so.2 --library-path lib ./program` */
export const linker: RunnerReader = (_name, { words: all }) => {
  const folders: string[] = [];
  const files: string[] = [];
  let at = 1;
  for (; (all[at] ?? "").startsWith("-"); at++) {
    const [option = "", given] = (all[at] ?? "").split("=");
    const value = given ?? (valued.has(option) ? all[++at] : undefined) ?? "";
    if (option === "--library-path") folders.push(...value.split(/[:;]/));
    if (option === "--preload" || option === "--audit") files.push(...value.split(/[\s:]+/));
  }
  return allOf([
    { loads: [libraryPlaces(folders), { places: placesOf(files), missing: null }] },
    { starts: at < all.length ? [all.slice(at)] : [] },
  ]);
};
