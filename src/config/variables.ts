/** Variables by which a program can be made to load or run something else. A `*` stands for the rest of the name. */
export const refusedVariables: readonly string[] = [
  "BASH_ENV",
  "BASH_FUNC_*",
  "DYLD_*",
  "ENV",
  "GIT_*",
  "IFS",
  "LD_*",
  "NODE_OPTIONS",
  "NODE_PATH",
  "PATH",
  "PERL5LIB",
  "PERL5OPT",
  "PYTHONHOME",
  "PYTHONPATH",
  "PYTHONSTARTUP",
  "RUBYLIB",
  "RUBYOPT",
  "SHELLOPTS",
  "SNAPHOOK_*",
];

/** Whether a project may not set the variable. Letter case does not count: on Windows `Path` is `PATH`. */
export function isRefusedVariable(name: string): boolean {
  const wanted = name.toUpperCase();
  return refusedVariables.some((refused) =>
    refused.endsWith("*") ? wanted.startsWith(refused.slice(0, -1)) : wanted === refused,
  );
}
