import type { Canary } from "./canaries.js";

const parts = ["Q7Zk2", "Vx9Lm", "Tb8Wc", "Np6Rd"];
const secret = parts.join("");

/** Secrets that have in them what texts to be filled in have, or are written where those are. */
const values: readonly string[] = [
  secret,
  `your-${secret}`,
  `${secret}-here`,
  `insert-your-${secret}-here`,
  `test-${secret}`,
  `test_token_${secret}`,
  `changeme${secret}`,
  `change-me-${secret}`,
  `example_${secret}`,
  `dummy.${secret}`,
  `xxx${secret}`,
  `sk-${secret}`,
  `#${secret}`,
  `${secret}...`,
  `TODO${secret}`,
  `redacted:${secret}`,
];

/** Where they are written. */
const places: Readonly<Record<string, (name: string, value: string) => string>> = {
  ".env": (name, value) => `${name}=${value}`,
  "quoted .env": (name, value) => `${name}="${value}"`,
  "an export": (name, value) => `export ${name}='${value}'`,
  YAML: (name, value) => `a: 1\n${name}: ${value.startsWith("#") ? `"${value}"` : value}\nb: 2`,
  JSON: (name, value) => JSON.stringify({ a: 1, [name]: value }),
  "a flag": (name, value) => `tool --${name.toLowerCase()} ${value}`,
  "a flag with =": (name, value) => `tool --${name.toLowerCase()}=${value}`,
  "a default": (name, value) => `echo "\${${name}:-${value}}"`,
  "a default that is set": (name, value) => `: \${${name}:=${value}}`,
  "a default of another variable": (name, value) => `${name}=\${OTHER:-${value}}`,
  "a quoted default of another variable": (name, value) => `${name}="\${OTHER:-${value}}"`,
  Dockerfile: (name, value) => `ENV ${name} ${value}`,
  "docker -e": (name, value) => `docker run -e ${name}=${value} image`,
};

export function nearPlaceholders(): readonly Canary[] {
  return ["DB_PASSWORD", "API_TOKEN"].flatMap((name) =>
    Object.entries(places).flatMap(([place, write]) =>
      values.map((value) => ({
        what: `${name} ${value} in ${place}`,
        text: write(name, value),
        parts,
      })),
    ),
  );
}
