/** `snaphook`: everything that an agent's builder may import. */
export * from "./core.js";
