export { ModelError } from "./model.js";
export type { Model, ModelEvent, ModelRequest, ToolSpec } from "./model.js";
export { openModel } from "./open-model.js";
export type { OpenModelOptions } from "./open-model.js";
export { readScript, scriptedModel } from "./scripted.js";
export type { Script, ScriptTurn } from "./scripted.js";
