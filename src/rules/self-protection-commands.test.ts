import { describe, expect, test } from "vitest";
import { asks, ruling, world } from "./protected-world.test-support.js";

describe("a command that may write a protected path asks", () => {
  test.each([
    "rm .snaphook/settings.json",
    "rm -rf .snaphook",
    "rm -rf .",
    "rm -rf ..",
    "rm -rf /",
    "rm -rf /p/",
    "rm -rf ~/.snaphook/",
    "rm -rf *",
    "rm -rf .s*",
    "rm -rf .snaphoo[k]",
    "rm -rf ./.snap*k/settings.json",
    "rm -rf .snaphook/*",
    "rm .snap$x",
    "rm .snaphook/$x",
    "rm $PWD/.snaphook/a",
    'rm "$PWD"/.snaphook/a',
    "rm ${x}/p/snaphook.lock",
    "rm $x/.snaphook/*",
    "rm link/a*",
    "rm {a,.snaphook}/b",
    "rm .SNAPHOOK/a",
    "rm './.snaphook/a'",
    "rm .snap\\hook/a",
    "r\\m .snap'h'ook/a",
    "mv .snaphook x",
    "mv evil .snaphook/settings.json",
    "mv . x",
    "cp evil snaphook.lock",
    "cp -r evil/. .",
    "ln -s .snaphook x",
    "ln -sf /tmp/evil .snaphook/settings.json",
    "ln -s .. x",
    "sed -i s/a/b/ .snaphook/settings.json",
    "echo x | tee .snaphook/a",
    "tee -a snaphook.lock",
    "dd if=/dev/zero of=.snaphook/a",
    "curl -o.snaphook/a x",
    "curl -o .snaphook/a x",
    "curl --output=.snaphook/a x",
    "curl --output .snaphook/a x",
    "git diff --output=.snaphook/a",
    "scp host:a localhost:/p/.snaphook/a",
    "docker run -v /p/.snaphook:/x y",
    "mount --bind,source=.snaphook x",
    "touch link/a",
    "chmod +x hooks-link/guard.sh",
    "chmod -R 777 .",
    "git checkout -- .snaphook",
    "git checkout .",
    "git -C /p checkout -- .snaphook",
    "git rm -r .snaphook",
    "echo x > .snaphook/a",
    "echo x >> snaphook.lock",
    "echo x >| snaphook.lock",
    "echo x &> snaphook.lock",
    "cat a > .snaphook/a",
    "cat a > .snap*",
    "> snaphook.lock",
    "{ echo a; } > snaphook.lock",
    "echo $(rm snaphook.lock)",
    "cd .snaphook && rm settings.json",
    "cd .snaphook; rm -rf *",
    "(cd hooks; echo x > guard.sh)",
    "cd / && rm p/snaphook.lock",
    "cd ~ && rm .snaphook/settings.json",
    "cd && rm .snaphook/settings.json",
    "cd $x && rm guard.sh",
    "cd - && rm .snaphook/a",
    "cd -P $x && rm ./.snaphook/a/b",
    "popd; rm guard.sh",
    "cd - && rm guard.sh",
    "cd -P hooks && rm guard.sh",
    "cd hooks-link && rm guard.sh",
    "cd link && rm a*",
    "make -C hooks guard.sh",
    "tar --chdir hooks -xf guard.sh",
    "npm --prefix=hooks run guard.sh",
    "uv --cwd hooks guard.sh",
    "x -D hooks guard.sh",
    "git --work-tree hooks checkout guard.sh",
    "cd $x && rm ../guard.sh",
    "cd $x && rm p/hooks/guard.sh",
    "cd $x && rm ./guard.sh/x",
    "tar --directory=hooks -xf guard.sh",
    "make -Chooks guard.sh",
    "rm -rf hook*",
    "rm -rf /p*",
    "rm -rf $x/hooks",
    "rm -rf $x/hooks/",
    "cat a > $x/guard.sh",
    "cat a > $x/.snaphook/b",
    "d=link/a; rm $d",
    "find . -exec rm {} +",
    "find . -ok rm {} \\;",
    "find . -execdir grep x {} + -exec rm {} +",
    "curl --url=a=b,.snaphook/c",
    "rm a-o.snaphook/b=.snaphook/b",
    "pushd .snaphook; touch a",
    "make -C .snaphook a",
    "env -C hooks rm guard.sh",
    "tar -C .snaphook -xf a",
    "tar --directory=.snaphook -xf a",
    "git --work-tree=/p/hooks checkout guard.sh",
    "d=.snaphook; rm -rf $d",
    "for d in .snaphook; do rm -rf $d; done",
    "d=.snaphook/settings; rm $d.json",
    "find .snaphook -delete",
    "find . -name '*.json' -delete",
    "find .snaphook -exec rm {} +",
    "find . -fprint snaphook.lock",
    "ls .snaphook | xargs rm",
    "sudo rm .snaphook/a",
    "sudo -u x tee snaphook.lock",
    "sh -c 'rm snaphook.lock'",
    "python -c \"open('.snaphook/settings.json', 'w')\"",
    "python3.12 -c \"open('snaphook.lock', 'w')\"",
    "node -e \"require('fs').rmSync('.snaphook')\"",
    "perl -e 'unlink \".snaphook/a\"'",
    "awk 'BEGIN { print > \"snaphook.lock\" }'",
    "sed -n 'w .snaphook/a' x",
    "python <<EOF\nopen('.SnapHook/a', 'w')\nEOF",
    "python <<< \"open('guard.sh')\"",
    "rm 'x .snaphook",
    "rm $x .snaphook",
    "echo .snaphook/a | sh",
    "cat .snaphook/a | sh",
    "./cat .snaphook/a",
    "/tmp/evil/cat .snaphook/a",
    "unheard-of .snaphook/a",
    "rg --pre=sh x .snaphook",
    "a=1 rm snaphook.lock",
    "truncate -s 0 snaphook.lock",
    "chdir hooks && rm guard.sh",
    "install x .snaphook/a",
    "rsync -a x/ .",
  ])("%j", (command) => {
    expect(asks("Bash", { command })).toBe(true);
    expect(asks("mcp__x", { command })).toBe(true);
  });

  test("relative words are also taken from the project", () => {
    expect(asks("Bash", { command: "rm snaphook.lock" }, { ...world, cwd: "/q" })).toBe(true);
    expect(asks("Bash", { command: "rm ../p/snaphook.lock" }, { ...world, cwd: "/q" })).toBe(true);
  });

  test("the folder in which a command runs is not what it changes", () => {
    expect(asks("Bash", { command: "ls", directory: "." })).toBe(false);
    expect(asks("mcp__x", { command: "ls", directory: "/p" })).toBe(false);
    expect(asks("mcp__x", { command: "remove", path: "/p" })).toBe(true);
    expect(asks("run_shell_command", { command: "rm guard.sh", directory: "hooks" })).toBe(true);
    expect(asks("run_shell_command", { command: "ls", directory: "hooks" })).toBe(false);
  });

  test("a command that goes to very many folders is treated as one that goes anywhere", () => {
    const many = (count: number): string =>
      Array.from({ length: count }, (_, at) => `cd d${at}`).join("; ");
    expect(asks("Bash", { command: `${many(6)}; rm guard.sh` })).toBe(true);
    expect(asks("Bash", { command: `${many(5)}; cd /p; rm guard.sh` })).toBe(true);
    expect(asks("Bash", { command: `${many(5)}; rm guard.sh` })).toBe(false);
    expect(asks("Bash", { command: "cd a; cd b; rm guard.sh" })).toBe(false);
  });

  test("very many words are asked about", () => {
    expect(
      asks("Bash", {
        command: `rm ${Array.from({ length: 6000 }, (_, at) => `f${at}`).join(" ")}`,
      }),
    ).toBe(true);
  });

  test("a bare cd goes home", () => {
    const home = { ...world, protectedPaths: () => ["/h/keys"] };
    expect(asks("Bash", { command: "cd && rm keys" }, home)).toBe(true);
    expect(asks("Bash", { command: "rm keys" }, home)).toBe(false);
    expect(asks("Bash", { command: "cd && rm a/keys" }, home)).toBe(false);
    const elsewhere = { ...world, protectedPaths: () => ["/etc/keys"] };
    expect(asks("Bash", { command: "cd && rm keys" }, elsewhere)).toBe(false);
    expect(asks("Bash", { command: "popd; rm keys" }, elsewhere)).toBe(true);
  });

  test("one of several commands is enough", () => {
    expect(asks("X", { command: "ls", cmd: "rm 'x .snaphook" })).toBe(true);
    expect(asks("X", { command: "rm 'x", cmd: "ls .snaphook" })).toBe(true);
    expect(asks("X", { command: "ls .snaphook", cmd: "ls" })).toBe(false);
  });

  test("a word that cannot be resolved is compared as it is written", () => {
    expect(asks("Bash", { command: "x /p/broken" })).toBe(false);
    expect(asks("Bash", { command: "x /p/.snaphook/broken" })).toBe(true);
    expect(asks("Bash", { command: "x /p/broken/*" })).toBe(false);
  });

  test("a deny still wins", () => {
    expect(ruling("Bash", { command: "rm .snaphook/a" }, ["deny Bash(rm *)"])).toMatchObject({
      decision: "deny",
      bySelfProtection: false,
    });
  });
});

describe("a program that starts another one which may change a protected path asks", () => {
  test.each([
    "fakeroot rm -r .snaphook",
    "parallel rm -r ::: .snaphook",
    "npm exec -c 'rm -r .sn*'",
    "direnv exec . sh -c 'rm -r .s*'",
    "rpm --eval '%(rm -r .s*)'",
    "cmake -E rm -r .snaphook",
    "make -f - x <<< 'x:;rm -r .s*'",
    "expect -c 'file delete -force .snaphook'",
    "rename -v 's/^.s/x/' .s*",
    "echo x > /dev/fd/../cwd/.snaphook/settings.json",
    "CDPATH=/; cd p/.snaphook; rm settings.json",
    "printf 'output=.snaphook/settings.json' | curl -K -",
  ])("%s", (command) => {
    expect(asks("Bash", { command })).toBe(true);
  });

  test.each(["fakeroot make install", "npm exec -c 'tsc -p .'", "ssh host 'rm -rf /tmp/*'"])(
    "%s does not",
    (command) => {
      expect(asks("Bash", { command })).toBe(false);
    },
  );
});
