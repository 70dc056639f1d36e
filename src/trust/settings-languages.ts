import { join } from "node:path";
import { languages, nodePlaces } from "./languages.js";
import { placesOf, type LoadPlace, type SettingsLanguage } from "./load.js";

/** Where a module may be that settings name, by the language in which it is written. */
export const settingsLanguages: Readonly<
  Record<
    SettingsLanguage,
    (name: string, folders?: readonly string[]) => readonly (readonly LoadPlace[])[]
  >
> = {
  node: (name) => [nodePlaces(name)],
  python(name, folders = []) {
    // `X = module:Class`, also where only a part of it is the name.
    const [module = ""] = name.split(":");
    if (/[/\\]|\.py$/.test(module)) return [placesOf([module])];
    if (!/^[A-Za-z_]\w*(?:\.\w+)*$/.test(module)) return [];
    return languages.python
      .module(module, folders, "")
      .map(({ places }) => places.filter(({ of }) => of === undefined));
  },
  ruby: (name) => languages.ruby.module(name, ["lib"], "").map(({ places }) => places),
  plain: (name) => [
    placesOf([name, ...["php", "py", "rb"].map((end) => join(name, `**/*.${end}`))]),
  ],
};
