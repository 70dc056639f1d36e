/** What shells themselves set for the commands that they start. */
const shellsOwn: ReadonlySet<string> = new Set(["PWD", "OLDPWD", "SHLVL", "_"]);

/**
 * The variables that the direct command would have got from the caller's shell, by those that its client has got: bash names
 * a command that it starts in `_`, and no longer counts itself in SHLVL when it becomes one.
 */
export function environmentOfCommand(
  sent: ReadonlyMap<string, string>,
  bashLevel: number | null,
): ReadonlyMap<string, string> {
  if (bashLevel === null) return sent;
  const variables = new Map([...sent, ["SHLVL", String(bashLevel - 1)]]);
  variables.delete("_");
  return variables;
}

/**
 * The name of a variable that a caller did not get from whoever started it, or null. Shells drop variables whose names
 * they cannot use, and keep a few of their own.
 */
export function inventedVariable(
  sent: ReadonlyMap<string, string>,
  given: ReadonlyMap<string, string>,
): string | null {
  for (const name of new Set([...sent.keys(), ...given.keys()])) {
    const isDropped = !sent.has(name) && !/^[A-Za-z_]\w*$/.test(name);
    if (sent.get(name) !== given.get(name) && !shellsOwn.has(name) && !isDropped) return name;
  }
  return null;
}

/** Variables that Node, and the libraries in it, read once when they start. */
const readAtStart =
  /^(?:NODE_|UV_|V8_|SSL_CERT_|OPENSSL_|LD_|DYLD_|MALLOC_|GLIBC_|ICU_|LC_|LANG$|LANGUAGE$|TZ$)/;

/** Those of an environment: an engine that started with others is not what the caller would start. */
export function startVariables(
  environment: Iterable<readonly [string, string | undefined]>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, value] of environment)
    if (value !== undefined && readAtStart.test(name)) kept[name] = value;
  return kept;
}

/** The name of a variable in which two such sets differ, or null. */
export function differingVariable(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): string | null {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].find((name) => one[name] !== other[name]) ?? null;
}
