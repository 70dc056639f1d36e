export { CONNECT_MS, createHttpClient } from "./client.js";
export type { HttpClient, PostResult, Stopped } from "./client.js";
export type { HttpAnswer } from "./exchange.js";
export { STATUS_CODES } from "node:http";
