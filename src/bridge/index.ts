export { denyInstead, render, renderOrDeny, shortfall } from "./render/render.js";
export { portableOf } from "./render/portable-answer.js";
export type { PortableAnswer } from "./render/portable-answer.js";
export { translatePayload } from "./payload/translate.js";
export { register, RegisterError, unregister } from "./install/register.js";
export { editJson } from "./install/edit-json.js";
