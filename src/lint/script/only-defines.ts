import type { Expression, Statement } from "./syntax.js";

/** What gives a value and does nothing else. */
const GIVING =
  /^(?:require|import|Set|Map|RegExp|Date|String|Number|Symbol|frozenset|set|dict|list|tuple|Path|(?:path|os\.path|Object|re|pathlib|os\.environ|collections|typing)\.\w+|createRequire|fileURLToPath|promisify|parents|resolve|join|dirname|toLowerCase|freeze|split|getenv|os\.getenv|TypeVar|namedtuple|keys|values|entries)$/;

/** Whether a file defines functions and does nothing else. */
export function onlyDefines(body: readonly Statement[]): boolean {
  return body.some(isDefinition) && body.every(isQuiet);
}

function isDefinition(statement: Statement): boolean {
  if (statement.s === "define") return true;
  const value = statement.s === "set" || statement.s === "do" ? statement.value : null;
  return value?.e === "function" || (value?.e === "effect" && isDefinition(value.statement));
}

function isQuiet(statement: Statement): boolean {
  switch (statement.s) {
    case "define":
    case "include":
      return true;
    case "set":
    case "do":
    case "unpack":
      return gives(statement.value);
    case "branch":
      return statement.arms.every((arm) => arm.every(isQuiet));
    case "try":
      return [statement.body, ...statement.handlers.map((one) => one.body)].every((part) =>
        part.every(isQuiet),
      );
    case "main":
      return statement.body.length === 0;
    default:
      return false;
  }
}

function gives(value: Expression): boolean {
  switch (value.e) {
    case "text":
    case "number":
    case "flag":
    case "null":
    case "name":
    case "variable":
    case "function":
      return true;
    case "join":
      return value.parts.every(gives);
    case "list":
      return value.items.every(gives);
    case "object":
      return value.entries.every((entry) => gives(entry.value));
    case "either":
      return value.options.every(gives);
    case "member":
    case "json":
      return gives(value.e === "json" ? value.value : value.of);
    case "unknown":
      return value.uses.every(gives);
    case "call":
      return (
        GIVING.test(value.name) && [...(value.of ? [value.of] : []), ...value.args].every(gives)
      );
    case "effect":
      return isQuiet(value.statement);
    default:
      return false;
  }
}
