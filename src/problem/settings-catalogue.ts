/** Codes for settings files and their keys. */
export const settingsCatalogue = {
  "settings-invalid-json": {
    severity: "error",
    title: "A settings file is not JSON",
    happens:
      "Nothing in the file has any effect: none of its hooks run. Other files are not affected.",
    fix: "Fix the syntax error at the given line and column. Until then, no hook in this file runs. Comments and trailing commas are allowed; the file is one JSON object in UTF-8.",
  },
  "settings-unreadable": {
    severity: "error",
    title: "A settings file cannot be read",
    happens:
      "The file exists, but cannot be read, is not a regular file or is too large. None of its hooks run.",
    fix: "Make it a regular file that you can read.",
  },
  "setting-invalid": {
    severity: "error",
    title: "A setting has a wrong value",
    happens: "The setting is ignored; all others apply.",
    fix: "Use one of the allowed values.",
  },
  "policy-folder-unsafe": {
    severity: "warning",
    title: "Others can change the folder of the policy",
    happens:
      "What is not signed never runs. But who can write to the folder can put back an older revision, or take the policy away so that every event halts.",
    fix: "Give the folder to root, or to the user that the policy is for, and run `chmod go-w` on it.",
  },
  "setting-unknown": {
    severity: "warning",
    title: "An unknown key in the settings",
    happens: "The key is ignored; all others apply.",
    fix: "Check the spelling; the keys are listed in docs/settings.md.",
  },
  "setting-ignored": {
    severity: "warning",
    title: "This setting has no effect here",
    happens:
      "The setting is ignored: only the user or the administrator can make it, or it belongs to another type of hook.",
    fix: "Move it to one of the allowed places, or remove it.",
  },
  "setting-duplicate": {
    severity: "warning",
    title: "A key appears twice in one object of the settings",
    happens:
      "Hooks and rules of both apply. A matcher or condition that appears twice matches everything. Of other keys the more careful value applies, or the last one.",
    fix: "Write each key once.",
  },
} as const;
