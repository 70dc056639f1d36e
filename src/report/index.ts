export { reportHtml } from "./report.js";
