export { isRecord } from "./is-record.js";
export { parseJson } from "./parse-json.js";
