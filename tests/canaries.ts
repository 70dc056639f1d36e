/** A text with a secret in it, and the parts of the secret of which none may be seen afterwards. */
export interface Canary {
  readonly what: string;
  readonly text: string;
  readonly parts: readonly string[];
}

/** Letters and digits; in parts, so that no scanner takes this file for a leak. */
const some = (length: number): string =>
  "q7Zk2Vx9Lm4Tb8Wc3Np6Rd1Hs5Jf0GyQaUeXoIi".repeat(9).slice(0, length);
const hex = (length: number): string => "7f3a9c1e5b8d2046".repeat(9).slice(0, length);
const caps = (length: number): string => "Q7ZK2VX5LM4TB6WC3NP6RD3HS5JF".repeat(9).slice(0, length);
const digits = (length: number): string => "48151623427".repeat(9).slice(0, length);
const uuid = [hex(8), hex(4), hex(4), hex(4), hex(12)].join("-");

/** What vendors issue today: the mark in two parts, and what follows. */
const tokens: readonly (readonly [vendor: string, ...parts: string[]])[] = [
  ["1password", "ops", "_eyJ", some(260)],
  ["1password key", "A", `3-${caps(6)}-${caps(11)}-${caps(5)}-${caps(5)}-${caps(5)}`],
  ["adobe", "p8", "e-", some(32)],
  ["age", "AGE-SECRET", "-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".repeat(2).slice(0, 58)],
  ["airtable", "pa", `t${some(14)}.${hex(64)}`],
  ["alibaba", "LT", "AI", some(20)],
  ["anthropic", "sk-", "ant-api03-", some(93), "AA"],
  ["artifactory", "AK", "Cp", some(69)],
  ["atlassian", "ATA", "TT3", some(180)],
  ["aws", "AK", "IA", caps(16)],
  ["aws session", "AS", "IA", caps(16)],
  ["azure", "abc8", "Q~", some(34)],
  ["bitbucket", "AT", "BB", some(32)],
  ["buildkite", "bk", "ua_", hex(40)],
  ["circleci", "CCI", "PAT_", `${some(22)}_${hex(40)}`],
  ["clojars", "CLO", "JARS_", hex(60)],
  ["crates", "c", "io", some(32)],
  ["cloudflare origin", "v1", ".0-", `${hex(24)}-${hex(146)}`],
  ["databricks", "da", "pi", hex(32)],
  ["digitalocean", "do", "p_v1_", hex(64)],
  ["discord bot", "M", `${some(23)}.${some(6)}.${some(38)}`],
  ["discord webhook", "https://discord.com/api/web", `hooks/${digits(18)}/`, some(68)],
  ["docker", "dckr", "_pat_", some(27)],
  ["doppler", "dp", ".pt.", some(43)],
  ["dynatrace", "dt0", "c01.", `${caps(24)}.${caps(64)}`],
  ["easypost", "EZ", "AK", some(54)],
  ["elevenlabs", "s", "k_", hex(48)],
  ["facebook", "EA", "AM", some(120)],
  ["figma", "fi", "gd_", some(40)],
  ["flyio", "fm", "2_", some(120)],
  ["github", "gh", "p_", some(36)],
  ["github app", "gh", "s_", some(36)],
  ["github fine", "github", "_pat_", `${some(22)}_${some(59)}`],
  ["gitlab", "gl", "pat-", some(20)],
  ["gitlab runner", "gl", "rt-", some(20)],
  ["google", "AI", "za", some(35)],
  ["google oauth", "ya", "29.", some(60)],
  ["google secret", "GOC", "SPX-", some(28)],
  ["grafana", "gl", "sa_", `${some(32)}_${hex(8)}`],
  ["groq", "gs", "k_", some(52)],
  ["heroku", "HR", "KU-AA", some(58)],
  ["huggingface", "h", "f_", some(34)],
  ["infisical", "s", `t.${hex(24)}.`, `${hex(32)}.${hex(32)}`],
  ["infracost", "ic", "o-", some(32)],
  ["jwt", "ey", `JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.`, some(43)],
  ["langsmith", "ls", "v2_pt_", `${hex(32)}_${hex(10)}`],
  ["linear", "lin", "_api_", some(40)],
  ["mailchimp", hex(32), "-us", "12"],
  ["mailgun", "ke", "y-", hex(32)],
  ["mapbox", "sk", ".eyJ", `${some(60)}.${some(22)}`],
  ["maxmind", some(6), `_${some(29)}_m`, "mk"],
  ["neon", "na", "pi_", some(64)],
  ["netlify", "nf", "p_", some(36)],
  ["newrelic", "NR", "AK-", caps(27)],
  ["notion", "nt", "n_", digits(11), some(35)],
  ["npm", "np", "m_", some(36)],
  ["nvidia", "nv", "api-", some(64)],
  ["octopus", "AP", "I-", caps(26)],
  ["openai", "s", "k-", some(20), "T3BlbkFJ", some(20)],
  ["openai project", "sk-", "proj-", some(60)],
  ["openrouter", "sk-", "or-v1-", hex(64)],
  ["openshift", "sha", "256~", some(43)],
  ["perplexity", "pp", "lx-", some(48)],
  ["pinecone", "pc", "sk_", `${some(6)}_${some(60)}`],
  ["plaid", "access", "-sandbox-", uuid],
  ["planetscale", "psc", "ale_tkn_", some(43)],
  ["postman", "PM", "AK-", `${hex(24)}-${hex(34)}`],
  ["prefect", "pn", "u_", some(36)],
  ["pulumi", "pu", "l-", hex(40)],
  ["pypi", "py", "pi-AgEIcHlwaS5vcmc", some(80)],
  ["readme", "rd", "me_", some(70)],
  ["replicate", "r", "8_", some(37)],
  ["resend", "r", "e_", `${some(8)}_${some(24)}`],
  ["rubygems", "ruby", "gems_", hex(48)],
  ["sendgrid", "S", "G.", `${some(22)}.${some(43)}`],
  ["sendinblue", "xkey", "sib-", `${hex(64)}-${some(16)}`],
  ["sentry", "snt", "ryu_", hex(64)],
  ["shippo", "ship", "po_live_", hex(40)],
  ["shopify", "sh", "pat_", hex(32)],
  ["slack", "xo", "xb-", `${digits(11)}-${digits(12)}-${some(24)}`],
  ["slack app", "xa", "pp-1-", `${caps(10)}-${digits(12)}-${hex(40)}`],
  ["slack webhook", "https://hooks.slack", ".com/services/", `T${caps(9)}/B${caps(9)}/${some(24)}`],
  ["sonar", "sq", "p_", hex(40)],
  ["sourcegraph", "sg", "p_", hex(40)],
  ["square", "sq0", "atp-", some(22)],
  ["stripe", "sk", "_live_", some(24)],
  ["stripe webhook", "wh", "sec_", some(32)],
  ["supabase", "sb", "p_", hex(40)],
  ["tailscale", "ts", "key-auth-", `${some(16)}-${some(32)}`],
  ["telegram", digits(10), ":A", "A", some(33)],
  ["terraform", some(14), ".atlas", "v1.", some(60)],
  ["together", "tg", "p_v1_", some(43)],
  ["twilio", "S", "K", hex(32)],
  ["typeform", "tf", "p_", `${some(44)}_${some(14)}`],
  ["vault", "hv", "s.", some(95)],
  ["vercel", "vc", "p_", some(40)],
  ["xai", "xa", "i-", some(80)],
];

const enter = "\u001b[";

/** Where a token stands: the first is a plain sentence. */
const contexts: Readonly<Record<string, (token: string) => string>> = {
  "in a sentence": (token) => `I pasted ${token} there, sorry.`,
  "in quotes": (token) => `it said «${token}» and "${token}"`,
  "in a JSON text": (token) => JSON.stringify({ a: { b: [`x\n${token}\ty`] } }),
  "in a JSON text twice": (token) =>
    JSON.stringify({ out: JSON.stringify({ log: `line one\n${token}\nline three` }) }),
  "in a query": (token) => `GET https://x.test/a?q=1&v=${encodeURIComponent(token)}&z=2`,
  "in a path": (token) => `https://x.test/hook/${token}/send`,
  "in a header": (token) => `X-Custom: ${token}\r\nAccept: */*`,
  "behind a flag": (token) => `tool run --value ${token} --verbose`,
  "in an element": (token) => `<config><v>${token}</v></config>`,
  "behind a colour": (token) => `found ${enter}31m${token}${enter}0m here`,
  "behind many colours": (token) => `${enter}1m${enter}38;5;196m${token}${enter}39m${enter}0m`,
  "with a colour inside": (token) => `x ${token.slice(0, 9)}${enter}1m${token.slice(9)}${enter}0m`,
  "behind an escaped colour": (token) => JSON.stringify(`${enter}32m${token}${enter}0m`),
  "in a table": (token) => `| name | value |\n| --- | --- |\n| x | ${token} |`,
  "in Markdown": (token) => `Use \`${token}\` or **${token}**.`,
  "in a list of values": (token) => `id,value,note\n1,${token},none\n`,
  "in a difference": (token) => `@@ -1 +1 @@\n-old\n+${token}\n`,
  "in brackets": (token) => `f(${token}) [${token}] {${token}}`,
};

const pieces = ["Q7Zk2", "Vx9Lm", "Tb8Wc", "Np6Rd"];

/** Values, and what is in them. Their parts are found in no name or text around them. */
const values: readonly (readonly [what: string, value: string, needs: "" | "quotes"])[] = [
  ["plain", pieces.join(""), ""],
  ["with ; & and ,", `${pieces[0]};${pieces[1]}&${pieces[2]},${pieces[3]}`, ""],
  ["with signs", `${pieces[0]}!${pieces[1]}@${pieces[2]}*${pieces[3]}^~`, ""],
  ["with brackets", `(${pieces[0]})${pieces[1]}]${pieces[2]}{${pieces[3]}`, ""],
  ["with base64 signs", `${pieces[0]}+${pieces[1]}/${pieces[2]}/${pieces[3]}==`, ""],
  ["with spaces", pieces.join(" "), "quotes"],
  ["with quotes", `${pieces[0]}"${pieces[1]}'${pieces[2]}${pieces[3]}`, "quotes"],
  ["with backslashes", `${pieces[0]}\\\\${pieces[1]}\\${pieces[2]}${pieces[3]}\\`, "quotes"],
];

const shell = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;
const xml = (value: string): string =>
  value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
const json = (value: unknown): string => JSON.stringify(value);
const python = (value: string): string =>
  `'${value.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
const bare = (value: string): boolean => !/[\s"'\\]/.test(value);
const kebab = (name: string): string => name.toLowerCase().replaceAll("_", "-");

/** How a name and its value are written; null where the value cannot be written so. */
const syntaxes: Readonly<Record<string, (name: string, value: string) => string | null>> = {
  JSON: (name, value) => `{"user":"ann","${name}":${json(value)},"port":5}`,
  "JSON with spaces": (name, value) => `{\n  "${name}" : ${json(value)},\n  "port": 5\n}`,
  "JSON in a text": (name, value) => `sent ${json(json({ [name]: value }))} and got {"ok":true}`,
  "a dict of Python": (name, value) => `{'user': 'ann', '${name}': ${python(value)}}`,
  "a keyword argument": (name, value) => `connect(user="ann", ${name}=${python(value)}, port=5)`,
  "an item of a dict": (name, value) => `os.environ["${name}"] = ${python(value)}`,
  JavaScript: (name, value) => `const ${name} = ${json(value)};`,
  "an arrow of Ruby": (name, value) => `{ :user => "ann", "${name}" => ${json(value)} }`,
  YAML: (name, value) => (bare(value) ? `user: ann\n${name}: ${value}\nport: 5\n` : null),
  "quoted YAML": (name, value) => `db:\n  ${name}: ${json(value)}\n  port: 5\n`,
  "a block of YAML": (name, value) => `db:\n  ${name}: |\n    ${value}\n  port: 5\n`,
  "the environment of a container": (name, value) =>
    `env:\n  - name: ${name}\n    value: ${json(value)}\n`,
  TOML: (name, value) => `[db]\n${name} = ${json(value)}\nport = 5\n`,
  INI: (name, value) => (value.endsWith("\\") ? null : `[db]\n${name} = ${value}\nport = 5\n`),
  "INI without spaces": (name, value) => (bare(value) ? `[db]\n${name}=${value}\nport=5\n` : null),
  ".env": (name, value) => (bare(value) ? `A=1\n${name}=${value}\nB=2` : null),
  "quoted .env": (name, value) => `A=1\n${name}=${json(value)}\nB=2`,
  "an export": (name, value) => `export ${name}=${shell(value)} && make`,
  "a command's variable": (name, value) => `${name}=${shell(value)} make all`,
  "docker -e": (name, value) => `docker run -e ${name}=${shell(value)} image`,
  Dockerfile: (name, value) => (bare(value) ? `ENV ${name} ${value}\n` : null),
  PowerShell: (name, value) => (/["$`]/.test(value) ? null : `$env:${name} = "${value}"`),
  fish: (name, value) => (bare(value) ? `set -gx ${name} ${value}` : null),
  "a query": (name, value) =>
    `https://x.test/cb?user=ann&${name}=${encodeURIComponent(value)}&z=1#top`,
  "a query in a harmless variable": (name, value) =>
    `AUTH_URL=https://x.test/cb?${name}=${encodeURIComponent(value)}`,
  "a form": (name, value) => `user=ann&${name}=${encodeURIComponent(value)}`,
  "a header": (name, value) => `Host: x\r\nX-${kebab(name)}: ${value}\r\nAccept: */*\r\n`,
  "a header of curl": (name, value) =>
    bare(value) ? `curl -H 'X-${kebab(name)}: ${value}' https://x.test` : null,
  "a flag": (name, value) => `tool --${kebab(name)} ${shell(value)} --verbose`,
  "a flag with =": (name, value) => `tool --${kebab(name)}=${shell(value)} --verbose`,
  "a flag over two lines": (name, value) => `tool --${kebab(name)} \\\n  ${shell(value)} \\\n  -v`,
  "a property of Java": (name, value) =>
    bare(value) ? `java -D${name}=${value} -jar x.jar` : null,
  "an element": (name, value) => `<db><${name}>${xml(value)}</${name}><port>5</port></db>`,
  "an element with data": (name, value) => `<${name}><![CDATA[${value}]]></${name}>`,
  "an escaped element": (name, value) => `&lt;${name}&gt;${xml(value)}&lt;/${name}&gt;`,
  "an attribute": (name, value) => `<db user="ann" ${name}="${xml(value)}" port="5"/>`,
  "a setting of .NET": (name, value) => `<add key="${name}" value="${xml(value)}" />`,
  "a property list": (name, value) => `<key>${name}</key>\n<string>${xml(value)}</string>`,
  "a connection string": (name, value) =>
    bare(value) && !value.includes(";")
      ? `Server=db;User Id=ann;${name}=${value};Encrypt=true`
      : null,
  "a call": (name, value) => `client.set_${name.toLowerCase()}(${json(value)})`,
  "two arguments": (name, value) => (/\s/.test(value) ? null : `put("${name}", ${json(value)})`),
  "a list": (name, value) => `{"${name}s": [${json(value)}, ${json(value)}]}`,
};

const names = ["DB_PASSWORD", "api_key", "clientSecret", "AUTH_TOKEN"];

/** The same once more, as a terminal or a log shows it. */
const dresses: Readonly<Record<string, (text: string, name: string) => string>> = {
  "": (text) => text,
  " in colours": (text, name) =>
    text
      .replaceAll(name, `${enter}36m${name}${enter}0m`)
      .replaceAll(pieces[0] ?? "", `${enter}1;32m${pieces[0]}`),
  " inside a JSON text": (text) => JSON.stringify({ stdout: text, code: 0 }),
  " in a log": (text) => `2026-01-02T03:04:05Z INFO [worker-3] ${text}`,
};

function pairs(): Canary[] {
  const found: Canary[] = [];
  for (const [syntax, write] of Object.entries(syntaxes))
    for (const name of names)
      for (const [what, value, needs] of values) {
        const text = write(name, value);
        if (text === null || (needs === "quotes" && text.includes(value) && unquoted.has(syntax)))
          continue;
        for (const [dress, put] of Object.entries(dresses))
          found.push({
            what: `${name} ${what} in ${syntax}${dress}`,
            text: put(text, name),
            parts: pieces,
          });
      }
  return found;
}
/** Nobody can tell where a value with spaces or quotes ends here. */
const unquoted = new Set(["a header of curl"]);

const word = "Q7Zk2Vx9Lm";
const pem = (kind: string): string =>
  [`-----BEGIN ${kind}-----`, some(64), some(48), `-----END ${kind}-----`].join("\n");

/** Secrets that are reported by the place in which they are. */
const special: readonly string[] = [
  pem("RSA PRIVATE KEY"),
  pem("PRIVATE KEY"),
  pem("EC PRIVATE KEY"),
  pem("OPENSSH PRIVATE KEY"),
  pem("PGP PRIVATE KEY BLOCK"),
  pem("ENCRYPTED PRIVATE KEY"),
  JSON.stringify({ key: pem("PRIVATE KEY") }),
  `-----BEGIN PRIVATE KEY-----\n${some(64)}\n`,
  `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${some(64)}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
  `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2\n${some(64)}\n${some(40)}\n`,
  `postgres://ann:${word}@db/x`,
  `postgresql+asyncpg://ann:${word}@db:5432/x?ssl=1`,
  `mongodb+srv://ann:${word}%21@db.test/x`,
  `amqp://ann:${word}/x@mq/vhost`,
  `redis://:${word}@cache:6379/0`,
  `mysql://root:${word};x@db`,
  `https://${word}${some(20)}@git.test/x.git`,
  `https://${word}12:@api.test/v1`,
  `git clone https://oauth2:${word}@git.test/x.git`,
  `jdbc:mysql://db/x?user=ann&password=${word}`,
  `jdbc:sqlserver://db;user=ann;password=${word};encrypt=true`,
  `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${word}/a+b==;EndpointSuffix=core`,
  `Endpoint=sb://x/;SharedAccessKeyName=y;SharedAccessKey=${word}=`,
  `host=db user=ann password=${word} dbname=x`,
  `Authorization: Bearer ${word}`,
  `authorization: bearer ${word}${some(20)}`,
  `"Authorization": "Bearer ${word}"`,
  `{'Authorization': 'Token ${word}'}`,
  `curl -H "Authorization: Bearer ${word}" x.test`,
  `curl -H 'Authorization: Basic ${Buffer.from(`ann:${word}`).toString("base64")}' x.test`,
  `Authorization: Digest username="ann", response="${word}"`,
  `Authorization: AWS4-HMAC-SHA256 Credential=x/y, SignedHeaders=host, Signature=${word}`,
  `Proxy-Authorization: Basic ${Buffer.from(`ann:${word}`).toString("base64")}`,
  `Cookie: sid=${word}; theme=dark`,
  `Set-Cookie: sid=${word}; Path=/; HttpOnly`,
  `cookie: a=1; b=${word}`,
  `curl -b "sid=${word}" x.test`,
  `curl --cookie "sid=${word}" x.test`,
  `curl -u ann:${word} x.test`,
  `curl -u 'ann:${word};x' x.test`,
  `curl --user ann:${word} x.test`,
  `curl --user "ann:${word}" x.test`,
  `curl -x p --proxy-user ann:${word} x.test`,
  `wget --http-password=${word} x.test`,
  `mysql -u root -p${word} shop`,
  `mysqldump -uroot -p'${word}' shop`,
  `mysql --password=${word} shop`,
  `sshpass -p ${word} ssh host`,
  `sshpass -p '${word}' ssh host`,
  `docker login -u ann -p ${word} registry.test`,
  `podman login -p "${word}" registry.test`,
  `mongosh -u ann -p ${word} host/db`,
  `redis-cli -h cache -a ${word} ping`,
  `ldapsearch -x -D cn=admin -w ${word} -b dc=x`,
  `sqlcmd -S db -U sa -P ${word} -Q x`,
  `zip -P ${word} out.zip file`,
  `7z a -p${word} out.7z file`,
  `http -a ann:${word} x.test`,
  `smbclient -U ann%${word} //host/share`,
  `openssl rsa -in k.pem -passin pass:${word}`,
  `gpg --batch --passphrase ${word} -d x.gpg`,
  `ansible-playbook -e "ansible_password=${word}" x.yml`,
  `kubectl create secret generic x --from-literal=password=${word}`,
  `gh secret set API_TOKEN --body ${word}`.replace("--body", "--token"),
  `aws configure set aws_secret_access_key ${word}`,
  `npm config set //registry.test/:_authToken ${word}`,
  `//registry.test/:_authToken=${word}`,
  `git config --global github.token ${word}`,
  `machine x.test login ann password ${word}`,
  `machine x.test\n  login ann\n  password ${word}\n`,
  `default login ann password ${word}`,
  `db.test:5432:shop:ann:${word}`,
  `*:*:*:ann:${word}`,
  `localhost:6432:shop:ann:${word}\\:x`,
  `CREATE USER ann WITH PASSWORD '${word}';`,
  `ALTER USER ann IDENTIFIED BY '${word}';`,
  `SET PASSWORD = '${word}';`,
  `kind: Secret\nmetadata:\n  name: x\ndata:\n  user: QW5u\n  other: ${word}==\ntype: Opaque\n`,
  `apiVersion: v1\nstringData:\n  dsn: ${word}\nkind: Secret\n`,
  `| password | ${word} |`,
  `passphrase: correct horse ${word} staple`,
  `mnemonic: "abandon ability ${word}"`,
  `let password: String = "${word}";`,
  `password: str = '${word}'`,
  `if password == "${word}":`,
  `password := "${word}"`,
  `password="""${word}"""`,
  `password = b'${word}'`,
  `password=$'${word}\\n'`,
  `passwords:\n  - ${word}\n`,
  `password:\n  ${word}\n`,
  `password="${word}\nnext ${word}"`,
  `PASSWORD=ab"cd ${word}"ef`,
  `PASSWORD=ab\\ ${word}`,
  `user[password]=${word}`,
  `user%5Bpassword%5D=${word}`,
  `${enter}33mpassword${enter}0m${enter}90m:${enter}0m ${enter}32m"${word}"${enter}0m`,
  `p\u200bassword=${word}`,
  `https://x.blob.test/c?sv=1&sig=${word}${some(20)}%3D`,
  `https://x.test/f?X-Amz-Signature=${word}${some(40)}&X-Amz-Date=1`,
  `https://x.test/f?X-Amz-Security-Token=${word}${some(40)}`,
  `heroku: ${uuid.replace(/^.{8}/, "deadbee7")}`,
  `ALGOLIA_APP=${hex(32)}`,
  `datadog_id = "${hex(40)}"`,
];

const specialParts = [word, some(20), hex(20), "cret of", "deadbee7-", base64Core()];

function base64Core(): string {
  return Buffer.from(`ann:${word}`).toString("base64").slice(6, 16);
}

/** All of them. The parts of a token are where its mark ends: eight characters from its middle. */
export function canaries(): readonly Canary[] {
  const found: Canary[] = [];
  for (const [vendor, ...parts] of tokens)
    for (const [context, put] of Object.entries(contexts)) {
      const token = parts.join("");
      const at = Math.max(0, token.length - 16);
      const seen = [token.slice(at, at + 8), token.slice(token.length >> 1).slice(0, 8)];
      found.push({ what: `${vendor} ${context}`, text: put(token), parts: seen });
    }
  for (const text of special) found.push({ what: `special ${text}`, text, parts: specialParts });
  return [...found, ...pairs()];
}
