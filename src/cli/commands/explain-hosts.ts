/** What `explain` needs where a foreign host is meant. */
export { canonicalEvent } from "../../hosts/index.js";
export { interpret } from "../../interpret/index.js";
export { checkDialect } from "../hosts/check-dialect.js";
export { everyReading, everyReadingText } from "../hosts/readings.js";
