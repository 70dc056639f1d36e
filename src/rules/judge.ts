import { coverShell } from "./coverage.js";
import { strongest, type Fit } from "./fit.js";
import { factsOf, type Call } from "./input-facts.js";
import { permissionOf } from "./permission.js";
import { testByAccess } from "./file-restriction.js";
import { testRestriction, type Tested } from "./restriction.js";
import { isAboutTool, nameRule, type Rule } from "./rule.js";
import { findProtected } from "./self-protection.js";
import { shellFactsOf } from "./shell-facts.js";
import { MOST_LOOKS, rememberLinks, type CallWorld } from "./world.js";

/** What was found about one rule. */
interface Considered {
  readonly rule: Rule;
  readonly applies: boolean;
  readonly why: string;
}

/** What all rules say to one call, and which of them decides. */
export interface Ruling {
  readonly decision: "allow" | "ask" | "deny" | "none";
  /** The rule that decided; null where none did or where self-protection did. */
  readonly rule: Rule | null;
  /** One sentence for the user. */
  readonly why: string;
  readonly bySelfProtection: boolean;
  /** Every rule, in order. */
  readonly considered: readonly Considered[];
}

const TOO_MUCH = `it names more than ${MOST_LOOKS} files and folders, and only so many are looked at`;

/** What one rule wants for the call. */
interface Opinion extends Considered {
  readonly wants: "allow" | "ask" | "deny" | "none";
}

/** Decides a call by the rules: deny > ask > allow, and self-protection asks whatever is allowed. */
export function judge(call: Call, rules: readonly Rule[], here: CallWorld): Ruling {
  const world = rememberLinks(here);
  const facts = factsOf(call);
  const tested: Tested = { facts, shell: shellFactsOf(facts, world), world };
  const opinions = opinionsOf(rules, tested);
  const considered = opinions.map(({ rule, applies, why }) => ({ rule, applies, why }));
  const byRule = (wanted: Opinion["wants"], verb: string): Ruling | null => {
    const found = opinions.find(({ wants }) => wants === wanted);
    if (found === undefined) return null;
    const why = `${verb} by the ${nameRule(found.rule)}: ${found.why}`;
    return { decision: wanted, rule: found.rule, why, bySelfProtection: false, considered };
  };
  const denied = byRule("deny", "denied");
  if (denied !== null) return denied;
  const endangered = findProtected(tested) ?? (world.isTooMuch() ? TOO_MUCH : null);
  if (endangered !== null)
    return { decision: "ask", rule: null, why: endangered, bySelfProtection: true, considered };
  return (
    byRule("ask", "asked") ??
    byRule("allow", "allowed") ?? {
      decision: "none",
      rule: null,
      why: "no rule decides this call",
      bySelfProtection: false,
      considered,
    }
  );
}

function opinionsOf(rules: readonly Rule[], tested: Tested): readonly Opinion[] {
  const permit = permits(rules, tested);
  return rules.map((rule): Opinion => {
    if (rule.source.list === "allow") return permit(rule);
    const { fits, why } = restrict(rule, tested);
    const wants = fits === "yes" ? rule.source.list : fits === "maybe" ? "ask" : "none";
    const doubt = fits === "maybe" && rule.source.list === "deny" ? "it cannot be excluded: " : "";
    return { rule, applies: wants !== "none", why: `${doubt}${why}`, wants };
  });
}

function restrict(rule: Rule, tested: Tested): Fit {
  const { facts } = tested;
  const fits: Fit[] = [{ fits: "no", why: `it is not about ${facts.tool}` }];
  if (isAboutTool(rule, facts.tool)) fits.unshift(testRestriction(rule.argument, tested));
  fits.push(...testByAccess(rule, tested));
  return strongest(fits);
}

/** What allow rules say; for a command they count together, because each part may have its own. */
function permits(rules: readonly Rule[], tested: Tested): (rule: Rule) => Opinion {
  const { tool, isShell } = tested.facts;
  const allows = rules.filter(({ source }) => source.list === "allow");
  const coverage = isShell && allows.length > 0 ? coverShell(tested, allows) : null;
  return (rule) => {
    const no = (why: string): Opinion => ({ rule, applies: false, why, wants: "none" });
    const yes = (why: string): Opinion => ({ rule, applies: true, why, wants: "allow" });
    if (coverage?.covered === true && coverage.by.has(rule))
      return yes("every part of the command is covered");
    if (!isAboutTool(rule, tool)) return no(`it is not about ${tool}`);
    const permission = permissionOf(rule.argument, tested);
    if (permission.type === "nothing") return no(permission.why);
    if (coverage !== null)
      return no(coverage.covered ? "other rules cover the command" : coverage.why);
    return permission.type === "all"
      ? yes("it matches the call")
      : no("there is no command to test");
  };
}
