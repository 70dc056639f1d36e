import { allOf, placesOf } from "./load.js";
import { libraryPlaces, type RunnerReader } from "./runner.js";

/** What the system loads programs with, which can be started itself. */
export const linkers = /^ld(?:64|-linux[\w-]*|-musl[\w-]*)?\.so(?:\.\d+)?$/;

const valued =
  /^--(?:library-path|preload|audit|argv0|glibc-hwcaps-(?:prepend|mask)|inhibit-rpath)$/;

/** `ld-linux-x86-64.so.2 --library-path lib ./program` */
export const linker: RunnerReader = (_name, { words }) => {
  const folders: string[] = [];
  const files: string[] = [];
  let at = 1;
  for (; (words[at] ?? "").startsWith("-"); at++) {
    const [option = "", given] = (words[at] ?? "").split("=");
    const value = given ?? (valued.test(option) ? words[++at] : undefined) ?? "";
    if (option === "--library-path") folders.push(...value.split(/[:;]/));
    if (/^--(?:preload|audit)$/.test(option)) files.push(...value.split(/[\s:]+/));
  }
  return allOf([
    { loads: [libraryPlaces(folders), { places: placesOf(files), missing: null }] },
    { starts: at < words.length ? [words.slice(at)] : [] },
  ]);
};
