export { render } from "./render/render.js";
export { wishOf } from "./render/wish.js";
export type { Wish } from "./render/wish.js";
export { translatePayload } from "./payload/translate.js";
export { register, RegisterError, unregister } from "./install/register.js";
