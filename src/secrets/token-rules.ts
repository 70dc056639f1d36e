import { gitleaksTokens } from "./gitleaks-rules.js";

/** A token that is known by a literal: its beginning, or, with `before`, something in its middle. */
export interface TokenRule {
  readonly kind: string;
  readonly literal: string;
  /** An expression for what follows the literal. */
  readonly rest: string;
  readonly anyCase?: boolean;
  readonly before?: RegExp;
}

/** What gitleaks does not know, or knows at one length only: the kind, the beginnings, what follows. */
const own: readonly (readonly [kind: string, literals: string, rest: string])[] = [
  ["aws", "AKIA ASIA", "[A-Z0-9]{16}"],
  ["github", "v1.", "[0-9a-f]{40}"],
  [
    "gitlab",
    "glpat- gldt- glrt- glcbt- glptt- glft- glagent- gloas- glsoat- glimt- glffct- glwt-",
    String.raw`[\w-]{16,}(?:\.[\w-]{1,99}){0,9}`,
  ],
  [
    "slack",
    "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xapp- xwfp- xoxe.xox",
    String.raw`[\w%+/.-]{10,}`,
  ],
  ["slack", "hooks.slack.com/", String.raw`\w{4,12}\/[\w/+]{20,}`],
  ["discord", "/api/webhooks/", String.raw`\d{8,24}\/[\w-]{20,}`],
  ["teams", "/webhookb2/ /IncomingWebhook/", String.raw`[\w@-]{20,}(?:\/[\w-]{1,99}){0,9}`],
  ["anthropic", "sk-ant-", String.raw`[\w-]{12,}`],
  ["openai", "sk-", String.raw`[\w-]{20,}`],
  ["openai", "sess-", "[A-Za-z0-9]{30,}"],
  ["elevenlabs", "sk_", "[0-9a-f]{40,}"],
  ["google", "AIza", String.raw`[\w-]{30,}`],
  ["google", "ya29. GOCSPX- 1//0", String.raw`[\w-]{20,}`],
  ["stripe", "sk_org_ pk_live_", "[A-Za-z0-9_]{10,}"],
  ["stripe", "whsec_", String.raw`[\w+/=]{20,}`],
  ["huggingface", "hf_", "[A-Za-z0-9]{30,}"],
  ["sendgrid", "SG.", String.raw`[\w-]{16,64}\.[\w-]{16,}`],
  ["vault", "hvs. hvr.", String.raw`[\w-]{20,}`],
  ["pypi", "pypi-AgE", String.raw`[\w-]{20,}`],
  ["docker", "dckr_pat_ dckr_oat_", String.raw`[\w-]{20,}`],
  ["atlassian", "ATATT3 ATCTT3 ATBB", String.raw`[\w=-]{20,}`],
  ["sourcegraph", "sgp_", "(?:[a-f0-9]{16}_|local_)?[a-f0-9]{32,}"],
  ["sonar", "squ_ sqp_ sqa_", "[a-f0-9]{32,}"],
  ["newrelic", "NRAK- NRII- NRJS- NRAL-", String.raw`[\w-]{19,}`],
  ["mailgun", "key-", "[0-9a-f]{32}"],
  ["brevo", "xsmtpsib- xkeysib-", String.raw`[\w-]{40,}`],
  ["square", "sq0atp- sq0csp-", String.raw`[\w-]{20,}`],
  ["yandex", "AQVN", String.raw`[\w-]{35,}`],
  ["tailscale", "tskey-", String.raw`[\w-]{20,}`],
  ["mapbox", "sk.eyJ pk.eyJ tk.eyJ", String.raw`[\w-]{20,}(?:\.[\w-]{1,99})?`],
  ["plaid", "access-sandbox- access-development- access-production-", "[0-9a-f-]{30,}"],
  ["voyage", "pa-", String.raw`[\w-]{40,48}(?![\w-])`],
  ["okta", "SSWS", String.raw`[ \t]{1,4}00[\w-]{38,42}`],
  ["crates", "cio", "[A-Za-z0-9]{32}(?![A-Za-z0-9])"],
  ["infisical", "st.", String.raw`[0-9a-f-]{24,36}\.[0-9a-f]{32}(?:\.[0-9a-f]{32}){0,1}`],
  ["axiom", "xaat- xapt-", "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"],
  ["launchdarkly", "sdk- mob-", "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"],
  [
    "twilio",
    "SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf",
    "[0-9a-f]{31}(?![0-9a-z])",
  ],
  ["jwt", "eyJ", String.raw`[\w-]{8,400}\.[\w-]{8,}(?:\.[\w-]*){0,3}`],
  [
    "token",
    `gsk_ xai- r8_ sbp_ sb_secret_ napi_ phx_ phs_ re_ rnd_ pcsk_ lsv2_pt_ lsv2_sk_ tvly- fc- figd_ figo_
    lin_oauth_ CCIPAT_ CCIPRJ_ bkua_ CFPAT- dp.st. dp.ct. dp.sa. dp.scim. dp.audit. tfp_ ddp_ ddo_ nfp_
    rzp_live_ rzp_test_ nvapi- AKID shptka_ secret_ cfut_ cfat_ cfk_ vcp_ vci_ vca_ vcr_ vck_ sl.u. sl.B
    vercel_blob_rw_ jina_ fw_ csk- ops_ e2b_ apify_api_ snyk_uat. FLWSECK- mdb_sa_sk_ rpa_ tgp_v1_ sntrys_ ntn_ jsrp_ jsrd_`,
    String.raw`(?:[\w-]{1,24}[_.-])?[A-Za-z0-9]{18,}`,
  ],
];

const middle: readonly TokenRule[] = [
  ..."0123456789".split("").map((digit) => ({
    kind: "azure",
    literal: `${digit}Q~`,
    rest: String.raw`[\w~.-]{31,34}`,
    before: /[\w~.]{3}$/,
  })),
  {
    kind: "hashicorp",
    literal: ".atlasv1.",
    rest: String.raw`[\w=-]{20,}`,
    before: /[a-z0-9]{14}$/i,
  },
  { kind: "telegram", literal: ":AA", rest: String.raw`[\w-]{33}`, before: /\d{8,10}$/ },
];

export const tokenRules: readonly TokenRule[] = [
  ...own.flatMap(([kind, literals, rest]) =>
    literals.split(/\s+/).map((literal) => ({ kind, literal, rest })),
  ),
  ...gitleaksTokens.map(([kind, literal, rest]) => ({ kind, literal, rest, anyCase: true })),
  ...middle,
];

/** Tokens without a literal; each is tried where 24 or more letters and digits begin. */
export const shapes: readonly (readonly [kind: string, shape: RegExp])[] = [
  ["discord", /[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}/y],
  ["facebook", /(?<=\d{15}\|)[\w-]{27,40}/y],
  ["maxmind", /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk/y],
  ["mailchimp", /[0-9a-f]{32}-us\d{1,2}/y],
  [
    "vault",
    /(?<=(?:^|[^\w.])s\.)(?=[a-z0-9]{0,23}[A-Z])(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?!\w)/y,
  ],
];
