#!/usr/bin/env bash
# The suite where it was not written: on the other Nodes that people have, and, where it can, as an ordinary user in a folder that
# only its owner may enter and that has a space in its path. Uses what was built last. Results are left in reports/.
#   scripts/test-elsewhere.sh [NODE VERSION…]
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p reports
failed=0

# What starts processes, loads modules or uses threads. The rest does not depend on the Node. Of some of it npm test took a
# share, the other Nodes take the rest of it, and of some they take all (tests/turns.ts).
on_node=(tests/{agent,delivery,e2e,fleet,flow,fuzz.test.ts,hook-tests,hostile,kit,module,serve,thread,trace,trust,tui,view,warm,worker}
  src/{run,serve,trace,trust})
# Connections mostly wait, and do not depend on the Node: the newest takes what npm test did not.
on_newest=("${on_node[@]}" tests/{http,models,telemetry})
# What files and other processes let a user do, which root cannot see. Connections do not depend on the user.
as_user=(tests/{agent,e2e,flow,hook-tests,hostile,trust,tui} tests/serve/absent-or-foreign src/{config,io,run,tools,trace,trust})

# node_of VERSION: the folder of that Node's binary, fetched once
node_of() {
  local folder=${XDG_CACHE_HOME:-$HOME/.cache}/snaphook/node-$1 package
  package=$(node -p '`node-${process.platform}-${process.arch}`')
  [[ -x $folder/node_modules/$package/bin/node ]] ||
    npm install --silent --no-save --ignore-scripts --prefix "$folder" "$package@$1" >&2
  echo "$folder/node_modules/$package/bin"
}

# suite NAME TESTS COMMAND…: runs the tests of that list by way of COMMAND, with a report under that name
suite() {
  local name=$1
  local -n tests=$2
  shift 2
  echo "== tests: $name"
  "$@" node node_modules/vitest/vitest.mjs run --no-color --reporter=dot --reporter=json \
    "--outputFile.json=reports/$name.json" "${tests[@]}" || failed=1
}

versions=("$@")
if [[ ${#versions[@]} -eq 0 ]]; then
  own=$(node -p 'process.versions.node.split(".")[0]')
  for version in 20.19 22 24; do [[ ${version%%.*} = "$own" ]] || versions+=("$version"); done
fi
run=2
for version in "${versions[@]}"; do
  # Without it the machine's own Node would be tested once more, and nobody would notice.
  if bin=$(node_of "$version") && "$bin/node" --version >/dev/null; then
    list=on_node
    if [[ $version = "${versions[-1]}" ]]; then list=on_newest; fi
    PATH=$bin:$PATH suite "node-$version" "$list" env "SNAPHOOK_TESTS=$run"
    run=$((run + 1))
  else
    echo "FAILED: Node $version could not be fetched by npm; see npm view node versions"
    failed=1
  fi
done

if [[ $(id -u) -ne 0 ]]; then
  echo "not run as root: $(id -un) is the ordinary user"
elif ! setpriv --reuid nobody --regid nogroup --clear-groups true; then
  echo "setpriv cannot change the user here: not run as an ordinary user"
else
  place=$(mktemp -d -t 'snap hook ü.XXXXXX')
  # Without a space: the first line of a script cannot name an interpreter behind one.
  temporary=$(mktemp -d)
  trap 'rm -rf "$place" "$temporary"' EXIT
  mkdir "$place"/{clone,home}
  tar cf - --exclude ./reports . | tar xf - -C "$place/clone"
  mkdir "$place/clone/reports"
  chown -R nobody:nogroup "$place" "$temporary"
  (cd "$place/clone" && suite ordinary-user as_user setpriv --reuid nobody --regid nogroup --clear-groups \
    env "HOME=$place/home" "TMPDIR=$temporary" SNAPHOOK_TESTS=2 && exit "$failed") || failed=1
  cp "$place/clone/reports/"*.json reports/ || failed=1
fi
exit "$failed"
