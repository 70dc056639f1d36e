export {
  bundleText,
  checkContents,
  MOST_TEXT,
  openBundle,
  openManifest,
  readBundleText,
  signManifest,
  type Bundle,
} from "./bundle.js";
export { BundleLook } from "./bundle-look.js";
export { highestKnown, install, type Wanted } from "./install.js";
export {
  currentFile,
  filesFolder,
  readBundle,
  readCurrent,
  readInstalled,
  readStated,
  type BundleName,
  type InstalledBundle,
} from "./installed.js";
export {
  addressOf,
  manifestBytes,
  PolicyFault,
  readManifest,
  SETTINGS,
  type Manifest,
} from "./manifest.js";
export { packFolder, type Packed } from "./pack.js";
