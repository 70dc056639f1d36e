/** A guard in which nothing is wrong: for examples of what is around it. */
export const plainGuard = `#!/bin/bash
INPUT=$(cat) || exit 2
if echo "$INPUT" | grep -q secret; then
  echo "Blocked: secrets" >&2
  exit 2
fi
`;
