import { describe, expect, test } from "vitest";
import { changesFolders, runsCode, isReading } from "./programs.js";
import { parseCommand, type SimpleCommand } from "../shell/index.js";

/** The first command of a line. */
function first(line: string): SimpleCommand {
  const [command] = parseCommand(line).commands;
  return (
    command ?? {
      words: [],
      assignments: [],
      redirections: [],
      ownWords: 0,
      pipeline: 0,
      isPiped: false,
    }
  );
}

const all = (list: string): readonly string[] => list.split(" ");

describe("programs that leave files alone", () => {
  test.each(
    all(
      "cat ls head tail grep egrep fgrep rg wc stat file diff cmp echo printf pwd cd pushd popd test [ [[ true false : basename " +
        "dirname realpath readlink cut tr nl tac od hexdump md5sum sha1sum sha256sum cksum du df which type jq find",
    ),
  )("%s, in a folder of the system too", (name) => {
    expect(isReading(first(`${name} x`))).toBe(true);
    for (const folder of ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"])
      expect(isReading(first(`${folder}/${name} x`))).toBe(true);
    for (const folder of [".", "/tmp", "/tmp/usr/bin", "/usr/bin/x", "/usr//bin", "/usrbin"])
      expect(isReading(first(`${folder}/${name} x`))).toBe(false);
  });

  test.each(
    all(
      "status log diff show blame grep ls-files ls-tree rev-parse rev-list cat-file describe shortlog add commit push fetch tag help",
    ),
  )("git %s", (subcommand) => {
    expect(isReading(first(`git ${subcommand} x`))).toBe(true);
    expect(isReading(first(`git -C x ${subcommand}`))).toBe(true);
  });

  test.each([
    "",
    "A=1",
    "> x",
    "rm x",
    "git",
    "git checkout x",
    "git -C status checkout x",
    "git clean",
    "rg --pre sh x",
    "rg --pre=sh x",
    "git diff --output=x",
    "git diff --output x",
    "git diff --ext-diff",
    "git grep --open-files-in-pager x",
    "git grep --open=rm x",
    "git grep -Orm x",
    "git grep -nO x",
    "jq --compile x",
    "find . -delete",
    "find . -fprint x",
    "find . -fprintf x y",
    "find . -fls x",
    "find . -exec rm {} +",
    "find . -exec ls {} + -execdir rm {} +",
    "find . -ok rm {} \\;",
    "find . -okdir rm {} \\;",
    "find . -exec ./ls {} +",
  ])("not %j", (line) => {
    expect(isReading(first(line))).toBe(false);
  });

  test.each([
    "find . -exec ls {} +",
    "find . -exec ls {} + -execdir cat {} +",
    "find . -exec",
    "find . -path x-exec -print",
    "find . -executable -print",
    "find . -deleted",
    "find . x-delete",
    "grep x--output",
    "grep -exec rm x",
    "grep -Orm x",
    "git grep -- x-Orm",
    "git grep -n Orm",
  ])("but %j", (line) => {
    expect(isReading(first(line))).toBe(true);
  });
});

describe("programs that remove, replace or move whole folders", () => {
  test.each(
    all(
      "rm rmdir unlink shred trash mv cp ln rsync install chmod chown chgrp chattr setfacl find git tar bsdtar cpio unzip 7z " +
        "mount umount truncate dd del rd move copy xcopy robocopy",
    ),
  )("%s", (name) => {
    expect(changesFolders(first(`${name} x`))).toBe(true);
    expect(changesFolders(first(`/x/${name.toUpperCase()}.exe x`))).toBe(true);
  });

  test.each(["", "A=rm", "touch x", "echo rm"])("not %j", (line) => {
    expect(changesFolders(first(line))).toBe(false);
  });
});

describe("programs that run code in one of their words", () => {
  test.each(
    all(
      "python python3 python3.12 pypy pypy3 node nodejs deno bun perl ruby php lua lua5.4 luajit awk gawk mawk nawk osascript sed " +
        "ed ex vi vim nvim emacs tclsh rscript julia pwsh powershell cmd",
    ),
  )("%s", (name) => {
    expect(runsCode(first(`${name} x`))).toBe(true);
    expect(runsCode(first(`/x/${name.toUpperCase()}.exe x`))).toBe(true);
    expect(runsCode(first(`x${name} x`))).toBe(false);
    expect(runsCode(first(`${name}x x`))).toBe(false);
  });

  test.each([
    "git -c core.fsmonitor=x status",
    "git -ccore.fsmonitor=x status",
    "git --config-env=core.fsmonitor=X status",
    "git --config-env core.fsmonitor=X status",
    "git --exec-path=x status",
    "git -C x -c core.pager=x log",
  ])("%j", (line) => {
    expect(runsCode(first(line))).toBe(true);
    expect(isReading(first(line))).toBe(false);
  });

  test.each(["git status -c x", "git -C x commit -c y", "git -C x-c status", "sudo -c x status"])(
    "not %j",
    (line) => {
      expect(runsCode(first(line))).toBe(false);
    },
  );

  test.each(["", "A=sed", "ls x", "echo sed", "pythonic x", "pypyx x", "luax x", "xawk x"])(
    "not %j",
    (line) => {
      expect(runsCode(first(line))).toBe(false);
    },
  );
});
