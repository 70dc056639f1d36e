/** Codes for what a hook wanted to change. */
export const rewriteCatalogue = {
  "rewrite-conflict": {
    severity: "warning",
    title: "Two hooks rewrite the same thing",
    happens:
      "The rewrites are applied in the order of the configuration, so the later one prevails.",
    fix: "Let one hook do both changes, or make them with `merge`.",
  },
  "rewrite-refused": {
    severity: "error",
    title: "The tool refuses a rewritten input",
    happens:
      "A hook replaced the tool's input with one that the tool's schema does not allow. The call is not made, and the model is told that the hook's rewrite was refused.",
    fix: "Return an `updatedInput` that has all the fields of the tool's input, with their types; it replaces the whole input unless the hook has `merge`.",
  },
  "rewrite-key-dropped": {
    severity: "warning",
    title: "A rewritten value holds a reserved key",
    happens: "`__proto__` and `constructor` are not copied.",
    fix: "Use other key names.",
  },
} as const;
