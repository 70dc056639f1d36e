import type { PolicyState } from "../config/index.js";
import { BundleLook, filesFolder, PolicyFault, readCurrent, readStated } from "../policy/index.js";

/** Looks at the bundles of the policy before and after each hook of theirs runs. */
export class SignedBundles {
  private readonly looks = new Map<string, BundleLook>();

  /** Whether other bundles count than when the settings were read. Where none held, it is always looked again. */
  isReplaced(policy: PolicyState | null): boolean {
    if (policy === null) return false;
    try {
      const current = readCurrent(policy.folder);
      const { enforced, observed } = policy;
      return (
        current?.enforced?.address !== enforced?.address ||
        current?.observed?.address !== observed?.address
      );
    } catch (error) {
      if (error instanceof PolicyFault) return true;
      throw error;
    }
  }

  /** Why a bundle is not what was signed, or null. */
  faultOf(address: string, policy: PolicyState | null): string | null {
    try {
      const wrong = this.look(address, policy).fault();
      return wrong === null ? null : `the policy was changed: ${wrong}`;
    } catch (error) {
      if (error instanceof PolicyFault) return `the policy cannot be used: ${error.message}`;
      throw error;
    }
  }

  /** What its files are now, to be compared after a run. */
  markOf(address: string, policy: PolicyState | null): string {
    return this.look(address, policy).mark();
  }

  private look(address: string, policy: PolicyState | null): BundleLook {
    const known = this.looks.get(address);
    if (known !== undefined) return known;
    if (policy === null) throw new PolicyFault("the settings name no policy");
    const { files } = readStated(policy.folder, address, policy.keys);
    const look = new BundleLook(filesFolder(policy.folder, address), files);
    this.looks.set(address, look);
    return look;
  }
}
