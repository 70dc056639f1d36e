export { isSignedBy, newSecretKey, publicKeyText, signBytes } from "./ed25519.js";
export { makeKeyFile, readKeyFile } from "./key-file.js";
