/** Names of variables that hold credentials, by the words in them. */
const secretName =
  /(^|_)(tokens?|secrets?|passwords?|passwd|passphrase|pwd|api_?keys?|apikey|access_?keys?|private_?keys?|signing_?keys?|encryption_?keys?|credentials?|creds|auth|authorization|bearer|cookies?|session_?keys?|dsn|pat|jwt|otp|pin)(_|$)/i;

/** Names that the words would catch and that hold no secret. */
const harmlessName = new Set(["PWD", "OLDPWD", "XAUTHORITY"]);

/** Values that are credentials whatever they are called. */
const secretValue =
  /(^|[^A-Za-z0-9])(gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|sk-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|ASIA[0-9A-Z]{16}|AIza[\w-]{30,}|npm_[A-Za-z0-9]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.)|-----BEGIN [A-Z ]*PRIVATE KEY|:\/\/[^\s/:@]+:[^\s/@]+@/;

function looksLikeSecret(name: string, value: string): boolean {
  if (harmlessName.has(name)) return false;
  return secretName.test(name) || secretValue.test(value);
}

/** The host's environment as a hook may see it: without what looks like a credential, unless its name is listed. */
export function withoutSecrets(
  env: Readonly<Record<string, string | undefined>>,
  listed: readonly string[] = [],
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (listed.includes(name) || !looksLikeSecret(name, value)))
      kept[name] = value;
  }
  return kept;
}
