export { fromFragment } from "./share-link.js";
