/** What `explain` needs where a foreign host is meant. */
export { everyReading, meantEvent, suggestionFor } from "../../compare/index.js";
export { canonicalEvent, findBridgedHost } from "../../hosts/index.js";
export { interpret } from "../../interpret/index.js";
export { checkDialect } from "../hosts/check-dialect.js";
export { everyReadingText } from "../hosts/readings-text.js";
