/** Codes for what a hook wanted to change. */
export const rewriteCatalogue = {
  "rewrite-conflict": {
    severity: "warning",
    title: "Two hooks rewrite the same thing",
    happens: "The rewrites are applied in configuration order, so the later one wins.",
    fix: "Make both changes in one hook, or use `merge`.",
  },
  "rewrite-refused": {
    severity: "error",
    title: "The tool refuses a rewritten input",
    happens:
      "A hook replaced the tool's input with one that the tool's schema does not allow. The call is not made, and the result tells the model that the rewrite was refused.",
    fix: "Return an `updatedInput` that has all the fields of the tool's input, with their types; it replaces the whole input unless the hook has `merge`.",
  },
  "rewrite-key-dropped": {
    severity: "warning",
    title: "A rewritten value holds a reserved key",
    happens: "`__proto__` and `constructor` are not copied.",
    fix: "Use other key names.",
  },
} as const;
