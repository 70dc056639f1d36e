export { yamlFormat } from "../test/yaml-format.js";
