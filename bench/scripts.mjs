// Command lines and scripts such as agents run, for benchmarks.

/** @type {readonly string[]} */
export const everydayLines = [
  "git status",
  "npm test 2>&1 | tail -20",
  "cd src && grep -rn 'readSettings' --include='*.ts' . | head -40",
  "git add -A && git commit -m 'Read settings once' && git log --oneline | head -3",
  'for f in src/*.ts; do wc -l "$f"; done | sort -n | tail -5',
  "sed -n '120,180p' src/engine/engine.ts",
  "find . -name '*.test.ts' -not -path './node_modules/*' | xargs grep -l 'createEngine'",
  "python3 -c \"import json; print(len(json.load(open('package.json'))['dependencies']))\"",
  'OUT=/tmp/report.txt; npx vitest run src/rules > "$OUT" 2>&1; grep -c FAIL "$OUT"',
  "docker compose ps --format json | jq -r '.[] | select(.State != \"running\") | .Name'",
  "if [ -f package-lock.json ]; then npm ci; else npm install; fi && npm run build",
  "curl -s http://localhost:3000/health | jq .status",
];

/** Parts of a script; `@N` is the number of the round, so that no two are the same. */
const parts = [
  `# Build part @N
out_@N="$(mktemp -d)"
mkdir -p "$out_@N/bin" build/part-@N
if ! npm run build -- --part @N > "$out_@N/build.log" 2>&1; then
  echo "part @N failed" >&2
  tail -40 "$out_@N/build.log"
  exit 1
fi
`,
  `for file in src/part-@N/*.ts tests/part-@N/*.test.ts; do
  [ -f "$file" ] || continue
  lines=$(wc -l < "$file")
  if (( lines > 400 )); then echo "$file: $lines lines" >> "$RUNNER_TEMP/long-@N.txt"; fi
done
`,
  `version_@N="$(node -p "require('./package.json').version")"
case "$version_@N" in
  0.*) tag="next" ;;
  *-rc*) tag="rc" ;;
  *) tag="latest" ;;
esac
sed -i "s/@VERSION@/$version_@N/" docs/install-@N.md
cp dist/part-@N.js "$out_@N/bin/part-@N.js" && chmod 644 "$out_@N/bin/part-@N.js"
`,
  `cat > build/part-@N/report.json <<END
{ "part": @N, "commit": "$(git rev-parse HEAD)", "version": "$version_@N", "tag": "$tag" }
END
jq -e '.part == @N and (.commit | length) == 40' build/part-@N/report.json > /dev/null
git diff --stat origin/main -- src/part-@N | tail -1 | tee -a build/changes.txt
`,
  `gh pr list --state open --json number,title --jq '.[] | "\\(.number) \\(.title)"' |
  while read -r number title; do
    echo "checking $number: $title"
    gh pr diff "$number" --name-only | grep -q '^src/part-@N/' && echo "$number" >> build/open-@N.txt
  done || true
rm -f "$out_@N/build.log" build/part-@N/old.tmp
`,
];

/**
 * A script for bash of about this length.
 * @param {number} length
 */
export function scriptOf(length) {
  let script = "set -euo pipefail\n";
  for (let at = 0; script.length < length; at++) {
    const round = String(Math.floor(at / parts.length));
    script += (parts[at % parts.length] ?? "").replaceAll("@N", round);
  }
  return script;
}
