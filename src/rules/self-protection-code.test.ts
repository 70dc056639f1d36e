import { describe, expect, test } from "vitest";
import { asks } from "./protected-world.test-support.js";

describe("code in a word that may change a protected file asks", () => {
  test.each<[language: string, code: string]>([
    ["python3 -c", "import shutil; shutil.rmtree('hooks')"],
    ["perl -e", "use File::Path; remove_tree('hooks')"],
    ["python3 -c", "import shutil; shutil.rmtree('ho' + 'oks')"],
    ["python3 -c", "import shutil; shutil.move('hooks', 'x')"],
    ["python3 -c", "import shutil; shutil.unpack_archive('a.tar', '.')"],
    ["python3 -c", "import os; os.rename('hooks', 'x')"],
    ["python3 -c", "import os; os.unlink('hooks/gua' + 'rd.sh')"],
    ["python3 -c", "import os; os.unlink(f'hooks/gua{x}.sh'); y = 'gua', 'rd.sh'"],
    [
      "python3 -c",
      "import os; [os.remove(os.path.join(d, f)) for d, _, fs in os.walk('.') for f in fs]",
    ],
    [
      "python3 -c",
      "import os\nfor d, _, fs in os.walk('.'):\n  for f in fs: open(os.path.join(d, f), 'w')",
    ],
    ["python3 -c", "import pathlib; [p.unlink() for p in pathlib.Path('.').rglob('*.sh')]"],
    ["python3 -c", "import pathlib; [p.unlink() for p in pathlib.Path().iterdir()]"],
    ["python3 -c", "import glob; [open(f, 'w').write('x') for f in glob.glob('*/*.sh')]"],
    ["python3 -c", "import base64; open(base64.b64decode('aG9va3M='), 'w')"],
    ["python3 -c", "open('\\x68ooks/x', 'w')"],
    ["python3 -c", "open('skooh'[::-1], 'w')"],
    ["python3 -c", "import os; open(os.environ['X'], 'w')"],
    ["python3 -c", "import os; [os.remove(l) for l in open('list')]"],
    ["python3 -c", "import shutil; shutil.copytree('other', 'hooks', dirs_exist_ok=True)"],
    ["python3 -c", "import os; getattr(os, 'rem' + 'ove')('hooks/guard.sh')"],
    ["node -e", "fs.cpSync('other', 'hooks', { recursive: true })"],
    ["node -e", "fs['write' + 'FileSync']('hooks/gu' + 'ard.sh', '')"],
    ["ruby -e", "FileUtils.cp_r('other', 'hooks')"],
    ["node -e", "fs.rmSync('hooks', { recursive: true })"],
    ["node -e", "fs.rmSync('ho' + 'oks', { recursive: true })"],
    ["node -e", "for (const f of fs.readdirSync('.')) fs.rmSync(f, { recursive: true })"],
    ["node -e", "for (const f of fs.readdirSync('hooks')) fs.unlinkSync('hooks/' + f)"],
    ["node -p", "fs.renameSync('hooks', 'x')"],
    ["node -e", "fs.promises.rm('hooks', { recursive: true })"],
    ["node -e", "fs.writeFileSync(atob('aG9va3M='), '')"],
    ["perl -e", 'unlink glob "hooks/*"'],
    ["perl -e", "unlink <hooks/*>"],
    ["perl -e", 'rename "hooks", "x"'],
    ["perl -e", "rename qw(hooks), 1"],
    ["ruby -e", "File.delete('hooks')"],
    ["perl5.36 -e", 'unlink "ho" . "oks"'],
    ["jruby -e", "File.delete('ho' + 'oks')"],
    ["truffleruby -e", "File.delete('ho' + 'oks')"],
    ["php8.2 -r", "unlink('ho' . 'oks');"],
    ["ipython3 -c", "import os; os.remove('ho' + 'oks')"],
    ["tsx -e", "fs.rmSync('ho' + 'oks', { recursive: true })"],
    ["ts-node -e", "fs.rmSync('ho' + 'oks', { recursive: true })"],
    ["awk", 'BEGIN { f = "hooks/guard" ".sh"; print "x" > f }'],
    ["awk", '{ print "x" > $1 }'],
    ["sqlite3 x.db", ".output hooks/guard.sh"],
    ["python3 -c", `${" ".repeat(20_000)}1`],
  ])("%s %j", (program, code) => {
    const quoted = `'${code.replaceAll("'", "'\\''")}'`;
    expect(asks("Bash", { command: `${program} ${quoted}` })).toBe(true);
  });

  test("also as text on the input of the interpreter", () => {
    expect(
      asks("Bash", { command: "python3 - <<'X'\nimport os; os.rename('hooks', 'x')\nX" }),
    ).toBe(true);
    expect(asks("Bash", { command: "node <<< \"fs.rmSync('hooks')\"" })).toBe(true);
  });

  test.each([
    "python3 -c \"import os; os.system('rm -rf hooks')\"",
    "python3 -c \"import subprocess; subprocess.run(['rm', '-rf', 'hooks'])\"",
    "node -e \"require('child_process').execSync('rm -rf hooks')\"",
    "perl -e 'system \"rm -rf hooks\"'",
    "awk 'BEGIN { system(\"rm -rf hooks\") }'",
    "make -f - <<< $'a:\\n\\trm -rf hooks'",
    "BASH_ENV=x bash -c 'ls hooks'",
    "cat > n.py <<'X'\nimport shutil; shutil.rmtree('ho' + 'oks')\nX\npython3 n.py",
    "echo 'rm -rf hooks' > n.sh; sh n.sh",
  ])("%j starts a program or runs a script, and speaks of the folder", (command) => {
    expect(asks("Bash", { command })).toBe(true);
  });

  test("names that only meet inside longer ones make no protected name", () => {
    const command = "python3 -c \"import os; os.unlink('webhook' + 's.txt')\"";
    expect(asks("Bash", { command })).toBe(false);
  });
});
