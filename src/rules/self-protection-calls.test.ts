import { describe, expect, test } from "vitest";
import { asks } from "./protected-world.test-support.js";

/** Code as a word of a command. */
function line(language: string, code: string): string {
  return `${language} '${code.replaceAll("'", "'\\''")}'`;
}

const asksFor = (language: string, code: string): boolean =>
  asks("Bash", { command: line(language, code) });

/** In which a folder above the protected file is removed or moved: of code that only writes it, it is none of the files. */
describe("a call that removes a folder", () => {
  test.each([
    "unlink('hooks')",
    "unlinkSync('hooks')",
    "rmtree('hooks')",
    "remove_tree('hooks')",
    "rmdir('hooks')",
    "rmdirSync('hooks')",
    "removedirs('hooks')",
    "rename('hooks', 'x')",
    "renames('hooks', 'x')",
    "renameSync('hooks', 'x')",
    "rm('hooks')",
    "rm  ('hooks')",
    "rmSync ('hooks')",
    "move('hooks', 'x')",
    "moveSync('hooks', 'x')",
    "mv('hooks', 'x')",
    "os.remove('hooks')",
    "os . remove('hooks')",
    "os.replace('hooks', 'x')",
    "File.delete('hooks')",
    "File . delete('hooks')",
    "File.rename('hooks', 'x')",
    "FileUtils.rm_rf('hooks')",
    "FileUtils.mv 'hooks', 'x'",
  ])("%s asks", (code) => {
    expect(asksFor("node -e", code)).toBe(true);
  });

  test.each([
    "unlinked('hooks')",
    "myrename('hooks', 'x')",
    "renamesAll('hooks', 'x')",
    "farm('hooks')",
    "rm = 'hooks'",
    "remove('hooks')",
    "macos.remove('hooks')",
    "os.removed('hooks')",
    "MyFile.delete('hooks')",
    "Filed.delete('hooks')",
  ])("%s is another one", (code) => {
    expect(asksFor("node -e", code)).toBe(false);
  });
});

describe("a call that writes a file whose name is put together", () => {
  const NAME = "'hooks/gua' + 'rd.sh'";

  test.each([
    `fs['writeFile'](${NAME})`,
    `fs ['writeFile'](${NAME})`,
    `copy_tree('x', ${NAME})`,
    `getattr(os, x)(${NAME})`,
    `getattr ( shutil, x)(${NAME})`,
    `getattr(builtins, x)(${NAME})`,
    `copytree('x', ${NAME})`,
    `copyfile('x', ${NAME})`,
    `copy2('x', ${NAME})`,
    `unpack_archive('x', ${NAME})`,
    `x.extractall(${NAME})`,
    `Path(${NAME}).write_text('')`,
    `Path(${NAME}).write_bytes(b'')`,
    `truncate(${NAME})`,
    `ftruncate(${NAME})`,
    `truncateSync(${NAME})`,
    `chmod(${NAME})`,
    `chownSync(${NAME})`,
    `Path(${NAME}).symlink_to('x')`,
    `Path(${NAME}).hardlink_to('x')`,
    `writeFile(${NAME})`,
    `appendFile(${NAME})`,
    `copyFileSync('x', ${NAME})`,
    `createWriteStream(${NAME})`,
    `file_put_contents(${NAME})`,
    `fileinput.input(${NAME}, inplace=1)`,
    `FileHandler(${NAME})`,
    `os.open(${NAME}, 1)`,
    `os . open(${NAME}, 1)`,
    `shutil.copy('x', ${NAME})`,
    `os.link('x', ${NAME})`,
    `os.symlink('x', ${NAME})`,
    `y = shutil.copy; y('x', ${NAME})`,
    `cp('x', ${NAME})`,
    `cpSync ('x', ${NAME})`,
    `link('x', ${NAME})`,
    `symlinkSync('x', ${NAME})`,
    `open(${NAME}, 'w')`,
    `openSync(${NAME}, 'w')`,
    `open F, ">", ${NAME}`,
    `open F, '+>', ${NAME}`,
    `open F, "|-", ${NAME}`,
    `File.write(${NAME})`,
    `File.open(${NAME}, 1)`,
    `IO . write(${NAME})`,
    `FileUtils.cp 'x', ${NAME}`,
    `FileUtils.cp_r 'x', ${NAME}`,
    `FileUtils.copy_entry 'x', ${NAME}`,
    `FileUtils.install 'x', ${NAME}`,
    `FileUtils.ln 'x', ${NAME}`,
    `FileUtils.chmod 0, ${NAME}`,
  ])("%s asks", (code) => {
    expect(asksFor("python3 -c", code)).toBe(true);
  });

  test.each([
    `fsx['write'](${NAME})`,
    `dfs['write'](${NAME})`,
    `copy_trees('x', ${NAME})`,
    `mycopy_tree('x', ${NAME})`,
    `copyfiles('x', ${NAME})`,
    `scopyfile('x', ${NAME})`,
    `rewriteFiles(${NAME})`,
    `pos.open[${NAME}]`,
    `os.opened(${NAME})`,
    `os.copy_(${NAME})`,
    `scp('x', ${NAME})`,
    `cp = ${NAME}`,
    `reopen F, ">", ${NAME}`,
    `open(${NAME})`,
    `print(${NAME})`,
    `open = 1; x = ">" + ${NAME}`,
    `open F, x, ${NAME}`,
    `MyFile.write(${NAME})`,
    `File.read(${NAME})`,
    `Filer.write(${NAME})`,
  ])("%s writes none", (code) => {
    expect(asksFor("python3 -c", code)).toBe(false);
  });
});

describe("what is opened to be read is not written", () => {
  const NAME = "'hooks/gua' + 'rd.sh'";

  test.each([
    `open(${NAME})`,
    `open (${NAME})`,
    `open( join(${NAME}, 'x') )`,
    `open(${NAME}, 'r')`,
    `open(${NAME},'rb')`,
    `open(${NAME}, "rt")`,
    `open(${NAME}, mode='r')`,
    `open(${NAME}, mode = "rb" )`,
    `open(${NAME}, encoding='utf-8')`,
    `open(${NAME}, 'r', encoding="utf-8")`,
    `open(${NAME}, 'r', errors = 'ignore', newline='')`,
  ])("%s", (code) => {
    expect(asksFor("python3 -c", code)).toBe(false);
  });

  test.each([
    `open(${NAME}, 'w')`,
    `open(${NAME}, 'r+')`,
    `open(${NAME}, 'rw')`,
    `open(${NAME}, mode='w')`,
    `open(${NAME}, mode)`,
    `open(${NAME}, 'a', encoding='utf-8')`,
    `open(${NAME}, 'x', errors='ignore')`,
    `open(${NAME}, opener='r')`,
  ])("but %s is", (code) => {
    expect(asksFor("python3 -c", code)).toBe(true);
  });
});

describe("a call that writes below a folder", () => {
  test.each([
    "for x in os.walk('hooks'): open(x, 'w')",
    "for x in glob('hooks'): open(x, 'w')",
    "for x in rglob('hooks'): open(x, 'w')",
    "for x in Path('hooks').iterdir(): open(x, 'w')",
    "for x in listdir('hooks'): open(x, 'w')",
    "for x in scandir('hooks'): open(x, 'w')",
    "for (x of readdirSync('hooks')) writeFile(x)",
    "for x in Find.find('hooks'): open(x, 'w')",
    "find2perl('hooks'); open(x, 'w')",
    "unpack_archive('a', 'hooks')",
    "x.extractall('hooks')",
    "copytree('x', 'hooks')",
    "copy_tree('x', 'hooks')",
    "FileUtils.cp_r 'x', 'hooks'",
    "cp('x', 'hooks')",
    "cpSync ('x', 'hooks')",
  ])("%s asks", (code) => {
    expect(asksFor("python3 -c", code)).toBe(true);
  });

  test.each([
    "open('hooks', 'w')",
    "copyfile('x', 'hooks')",
    "sidewalk(); open('hooks', 'w')",
    "scp(1); open('hooks', 'w')",
    "x < 2; open('hooks', 'w')",
    "cp = 1; open('hooks', 'w')",
  ])("%s does not", (code) => {
    expect(asksFor("python3 -c", code)).toBe(false);
  });
});

describe("a name that is unwrapped or comes from elsewhere", () => {
  test.each([
    "open(chr (97), 'w')",
    "writeFile(String.fromCharCode(97))",
    "open(b64decode(x), 'w')",
    "open(base64(x), 'w')",
    "writeFile(atob(x))",
    "open(bytes.fromhex(x), 'w')",
    "open(unhexlify(x), 'w')",
    "writeFile(Buffer.from(x, 'hex'))",
    'writeFile(Buffer.from(x, "hex"))',
    "writeFile(unescape(x))",
    "open(pack ('a'), 'w')",
    "open(x[::-1], 'w')",
    "open(x[:: -1], 'w')",
    "writeFile(x.reverse())",
    "open(reversed(x), 'w')",
    "open(rot13(x), 'w')",
    "open(rot_13(x), 'w')",
    "open(str.maketrans(x), 'w')",
    "writeFile(process.env.X)",
    "open(os.environ, 'w')",
    "open(getenv, 'w')",
    "open(os.getcwd (), 'w')",
    "writeFile(process.cwd ())",
    "open(Path ( ), 'w')",
    "open(listdir ( )[0], 'w')",
    "open(scandir()[0], 'w')",
    "open(os.walk()[0], 'w')",
    "exec (x); open(y, 'w')",
    "eval(x); open(y, 'w')",
    "x.extractall ( )",
    "unpack_archive ('a.zip')",
    "getattr(x, y); open(z, 'w')",
    "__import__(x); open(y, 'w')",
    "open('\\x61', 'w')",
    "open('\\u0061', 'w')",
    "open('\\141', 'w')",
    "os.remove(read(x))",
    "os.remove(readlines (x))",
    "os.remove(sys.stdin)",
    "os.remove(input (x))",
    "os.remove(sys.argv)",
    "os.remove(open (x))",
    "os.remove(check_output)",
    "unlink <>",
    "unlink <STDIN>",
  ])("%s asks", (code) => {
    expect(asksFor("python3 -c", code)).toBe(true);
  });

  test.each([
    "open(chrome(1), 'w')",
    "open(xchr(1), 'w')",
    "open(chr, 'w')",
    "writeFile(fromCharCodes)",
    "writeFile(hex)",
    "open(unpack, 'w')",
    "open(x[1], 'w')",
    "open(x[::1], 'w')",
    "open(reversal(x), 'w')",
    "open(rot1(x), 'w')",
    "open(envelope, 'w')",
    "open(getcwd, 'w')",
    "open(cwd, 'w')",
    "open(Path('a'), 'w')",
    "open(listdir('a')[0], 'w')",
    "executes(x); open(y, 'w')",
    "exec; open(y, 'w')",
    "evaluate(x); open(y, 'w')",
    "x.extractall('out')",
    "unpack_archive('a.zip', 'out')",
    "open('\\n', 'w')",
    "open('\\08', 'w')",
    "os.remove(thread(x))",
    "os.remove(read)",
    "os.remove(input)",
    "os.remove(reopen(x))",
    "os.remove(y < z)",
    "open(argv, 'w')",
  ])("%s does not", (code) => {
    expect(asksFor("python3 -c", code)).toBe(false);
  });
});

describe("in awk, what is printed may go to a file", () => {
  test.each(["awk", "gawk", "mawk"])("%s", (program) => {
    expect(asksFor(program, '{ print "x" > $1 }')).toBe(true);
    expect(asksFor(program, '{ printf "x", y >$1 }')).toBe(true);
    expect(asksFor(program, '{ printed = "x" > $1 }')).toBe(false);
    expect(asksFor(program, '{ print "x" } $1 > $2')).toBe(false);
    expect(asksFor(program, '{ print "x"; y = 1 > $1 }')).toBe(false);
    expect(asksFor(program, '{ print "x"\ny = 1 > $1 }')).toBe(false);
  });
});

describe("a text in code", () => {
  test.each([
    "unlink(`hooks`)",
    "unlink q(hooks)",
    "unlink q {hooks}",
    "unlink qq[hooks]",
    "unlink qw(hooks)",
    "unlink <ho*>",
    "unlink <h*oks>",
    "unlink <*oks>",
    "unlink <hook?>",
    "unlink(`${ab}hooks`)",
    "unlink(f'{abc}hooks')",
    "unlink('%shooks' % x)",
    "unlink('%dhooks' % x)",
    "unlink(join('src/ho', 'oks/x'))",
    'unlink("""hooks""")',
  ])("%s names the folder", (code) => {
    expect(asksFor("perl -e", code)).toBe(true);
  });

  test.each([
    "unlink(hooks)",
    "unlink <hooks>",
    "unlink <h*o oks>",
    "unlink q=hooks",
    "unlink('%xhooks' % x)",
    "unlink('$hooks')",
    "unlink('[abc]hooks')",
    "unlink('hooks/other'); x = 'src/'",
    "unlink(join('src/ho/x', 'oks/x'))",
    "unlink(join('ho', 'x/oks'))",
  ])("%s names another file", (code) => {
    expect(asksFor("perl -e", code)).toBe(false);
  });

  test("what is printed in another language than awk goes to no file", () => {
    expect(asksFor("python3 -c", "print('hooks/gua' + 'rd.sh' > x)")).toBe(false);
  });
});

test("blanks may be in a call, or none", () => {
  const NAME = "'hooks/gua' + 'rd.sh'";
  for (const code of [
    `fs['x'](${NAME})`,
    `getattr(os,'x')(${NAME})`,
    `getattr( os,'x')(${NAME})`,
    `os.open(${NAME}, 1)`,
    "chr(97); open(x, 'w')",
    "pack('a'); open(x, 'w')",
    "getcwd(); open(x, 'w')",
    "cwd(); open(x, 'w')",
    "Path(); open(x, 'w')",
    "exec(x); open(y, 'w')",
    "extractall()",
    "unpack_archive('a')",
    "os.remove(input(x))",
    "os.remove(open(x))",
  ])
    expect([code, asksFor("python3 -c", code)]).toEqual([code, true]);
});
