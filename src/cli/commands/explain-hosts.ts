/** What `explain` needs where a foreign host is meant. */
export { canonicalEvent, findBridgedHost } from "../../hosts/index.js";
export { interpret } from "../../interpret/index.js";
export { checkDialect } from "../hosts/check-dialect.js";
export { meantEvent, suggestionFor } from "../hosts/event-names.js";
export { everyReading } from "../hosts/readings.js";
export { everyReadingText } from "../hosts/readings-text.js";
