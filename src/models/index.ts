export { ModelError } from "./model.js";
export type { Model, ModelEvent, ModelRequest } from "./model.js";
export { openModel } from "./open-model.js";
export type { OpenModelOptions } from "./open-model.js";
export { scriptedModel } from "./scripted.js";
export type { Script, ScriptTurn } from "./scripted.js";
