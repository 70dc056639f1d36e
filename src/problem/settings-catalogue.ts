/** Codes for settings files and their keys. */
export const settingsCatalogue = {
  "settings-invalid-json": {
    severity: "error",
    title: "A settings file is not JSON",
    happens:
      "Nothing in the file counts, so none of its hooks run. The other files are not touched by it.",
    fix: "Fix the syntax error at the line and column given. Until then, no hook in this file runs. Comments and trailing commas are allowed; the whole is one object, in UTF-8.",
  },
  "settings-unreadable": {
    severity: "error",
    title: "A settings file cannot be read",
    happens:
      "It is there, but it may not be read, is no regular file or is too large. None of its hooks run.",
    fix: "Check the file's permissions and what it is.",
  },
  "setting-invalid": {
    severity: "error",
    title: "A setting has a wrong value",
    happens: "The setting is left out, as if it were not there; all others count.",
    fix: "Give it one of the allowed values.",
  },
  "setting-unknown": {
    severity: "warning",
    title: "An unknown key in the settings",
    happens: "The key is ignored; what stands beside it counts.",
    fix: "Check the spelling; the keys are listed in docs/settings.md.",
  },
  "setting-ignored": {
    severity: "warning",
    title: "This setting has no effect here",
    happens:
      "Some settings are the user's or the administrator's to make, and some belong to another type of hook. It is ignored.",
    fix: "Move it to one of the places named, or remove it.",
  },
  "setting-duplicate": {
    severity: "warning",
    title: "A key stands twice in one object of the settings",
    happens:
      "Hooks and rules of both are kept. A matcher or condition that stands twice counts as fitting. Of other keys the more careful value counts, or the last where none is.",
    fix: "Write each key once.",
  },
} as const;
