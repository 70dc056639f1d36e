import { describe, expect, test } from "vitest";
import { parseCommand } from "./parse-command.js";
import { wordText, type SimpleCommand } from "./parsed-command.js";

/** A command as people read it: `A=1 [rm] [-rf] [a b] >[out]`. */
function shown({ words, assignments, redirections }: SimpleCommand): string {
  return [
    ...assignments.map(({ name, value }) => `${name}=${wordText(value.text)}`),
    ...words.map(({ text }) => `[${wordText(text)}]`),
    ...redirections.map(({ operator, target }) => `${operator}[${wordText(target.text)}]`),
  ].join(" ");
}

function found(command: string): readonly string[] {
  const { commands, unparsed } = parseCommand(command);
  expect(unparsed).toBeNull();
  return commands.map(shown);
}

type Cases = readonly (readonly [command: string, ...found: string[]])[];

function check(cases: Cases): void {
  test.each(cases.map(([command, ...commands]) => ({ command, commands })))(
    "$command",
    ({ command, commands }) => {
      expect(found(command)).toEqual(commands);
    },
  );
}

describe("what wrappers start is a command as well", () => {
  check([
    ["sudo rm x", "[sudo] [rm] [x]", "[rm] [x]"],
    ["sudo -u root -n A=1 rm x", "[sudo] [-u] [root] [-n] [A=1] [rm] [x]", "A=1 [rm] [x]"],
    ["sudo -nu root rm", "[sudo] [-nu] [root] [rm]", "[rm]"],
    ["sudo -uroot rm", "[sudo] [-uroot] [rm]", "[rm]"],
    ["sudo --user root -- rm -x", "[sudo] [--user] [root] [--] [rm] [-x]", "[rm] [-x]"],
    ["sudo --user=root --login rm", "[sudo] [--user=root] [--login] [rm]", "[rm]"],
    ["/usr/bin/sudo /bin/rm x", "[/usr/bin/sudo] [/bin/rm] [x]", "[/bin/rm] [x]"],
    ["SUDO rm", "[SUDO] [rm]", "[rm]"],
    ["sudo.exe rm", "[sudo.exe] [rm]", "[rm]"],
    ["sudo", "[sudo]"],
    ["sudo A=1 BC=2 rm", "[sudo] [A=1] [BC=2] [rm]", "A=1 BC=2 [rm]"],
    ["nice A=1 rm", "[nice] [A=1] [rm]", "[A=1] [rm]"],
    ["sudo -- -x rm", "[sudo] [--] [-x] [rm]", "[-x] [rm]"],
    ["sudo -u", "[sudo] [-u]"],
    ["sudo --chdir=a=b rm", "[sudo] [--chdir=a=b] [rm]", "[rm]"],
    ["nohup - rm x", "[nohup] [-] [rm] [x]", "[-] [rm] [x]", "[rm] [x]"],
    ["sudo rm $x", "[sudo] [rm] […]", "[rm] […]"],
    ["su.exedo rm x", "[su.exedo] [rm] [x]"],
    ["env -S", "[env] [-S]"],
    ["find . -exec cp {} x \\;", "[find] [.] [-exec] [cp] [{}] [x] [;]", "[cp] […] [x]"],
    [
      "find . -exec a b {} + -exec c \\;",
      "[find] [.] [-exec] [a] [b] [{}] [+] [-exec] [c] [;]",
      "[a] [b] […]",
      "[c]",
    ],
    ["sudo.exec rm", "[sudo.exec] [rm]"],
    ["doas -u a rm", "[doas] [-u] [a] [rm]", "[rm]"],
    ["env A=1 rm x", "[env] [A=1] [rm] [x]", "A=1 [rm] [x]"],
    ["env -i -u X rm", "[env] [-i] [-u] [X] [rm]", "[rm]"],
    ["env -S 'rm -rf x' y", "[env] [-S] [rm -rf x] [y]", "[rm] [-rf] [x] [y]"],
    ["env '-iSrm x'", "[env] [-iSrm x]", "[rm] [x]"],
    ["env --split-string='rm x'", "[env] [--split-string=rm x]", "[rm] [x]"],
    ["env --split-string 'rm x'", "[env] [--split-string] [rm x]", "[rm] [x]"],
    ["env", "[env]"],
    ["nohup rm x &", "[nohup] [rm] [x]", "[rm] [x]"],
    ["\\time -o f rm x", "[time] [-o] [f] [rm] [x]", "[rm] [x]"],
    ["timeout 5 rm x", "[timeout] [5] [rm] [x]", "[rm] [x]"],
    ["timeout -k 1 --signal KILL 5 rm", "[timeout] [-k] [1] [--signal] [KILL] [5] [rm]", "[rm]"],
    ["timeout 5", "[timeout] [5]"],
    ["nice -n 5 rm", "[nice] [-n] [5] [rm]", "[rm]"],
    ["nice -10 rm", "[nice] [-10] [rm]", "[rm]"],
    ["stdbuf -oL rm", "[stdbuf] [-oL] [rm]", "[rm]"],
    ["command rm x", "[command] [rm] [x]", "[rm] [x]"],
    ["command -p rm", "[command] [-p] [rm]", "[rm]"],
    ["command -v rm", "[command] [-v] [rm]"],
    ["command -V rm", "[command] [-V] [rm]"],
    ["builtin export A=1", "[builtin] [export] [A=1]", "[export] [A=1]"],
    ["exec -a x rm", "[exec] [-a] [x] [rm]", "[rm]"],
    ["exec > x", "[exec] >[x]"],
    ["setsid -f rm", "[setsid] [-f] [rm]", "[rm]"],
    ["watch -n1 'rm x; ls' y", "[watch] [-n1] [rm x; ls] [y]", "[rm] [x]", "[ls] [y]"],
    ["a | xargs rm -f", "[a]", "[xargs] [rm] [-f]", "[rm] [-f] […]"],
    ["xargs -0 -n1 -P 4 rm", "[xargs] [-0] [-n1] [-P] [4] [rm]", "[rm] […]"],
    ["xargs -I{} rm {}/x", "[xargs] [-I{}] [rm] [{}/x]", "[rm] […/x]"],
    ["xargs -I % % x", "[xargs] [-I] [%] [%] [x]", "[…] [x]"],
    ["xargs -i rm {} x", "[xargs] [-i] [rm] [{}] [x]", "[rm] […] [x]"],
    ["xargs --replace rm {}", "[xargs] [--replace] [rm] [{}]", "[rm] […]"],
    ["xargs", "[xargs]"],
    ["xargs -J % rm %", "[xargs] [-J] [%] [rm] [%]", "[rm] […]"],
    ["find . -exec rm {} \\;", "[find] [.] [-exec] [rm] [{}] [;]", "[rm] […]"],
    [
      "find . -execdir a {} + -ok b ';' -okdir c + d \\;",
      "[find] [.] [-execdir] [a] [{}] [+] [-ok] [b] [;] [-okdir] [c] [+] [d] [;]",
      "[a] […]",
      "[b]",
      "[c] [+] [d]",
    ],
    ["find . -name rm", "[find] [.] [-name] [rm]"],
    ["find + -x-exec a \\; -executable", "[find] [+] [-x-exec] [a] [;] [-executable]"],
    ["find . -exec + a \\;", "[find] [.] [-exec] [+] [a] [;]", "[+] [a]"],
    ["sh -c 'rm x; ls'", "[sh] [-c] [rm x; ls]", "[rm] [x]", "[ls]"],
    ["bash -lc 'rm x' a b", "[bash] [-lc] [rm x] [a] [b]", "[rm] [x]"],
    ["bash -euo pipefail -c -- 'rm x'", "[bash] [-euo] [pipefail] [-c] [--] [rm x]", "[rm] [x]"],
    [
      "bash --norc -rcfile f +x -c 'rm x'",
      "[bash] [--norc] [-rcfile] [f] [+x] [-c] [rm x]",
      "[rm] [x]",
    ],
    ["bash -c", "[bash] [-c]"],
    ["bash -- -c 'rm x'", "[bash] [--] [-c] [rm x]"],
    ["bash - -c 'rm x'", "[bash] [-] [-c] [rm x]"],
    ["bash --noprofile x.sh", "[bash] [--noprofile] [x.sh]"],
    ["bash --no-rcfile -c 'rm x'", "[bash] [--no-rcfile] [-c] [rm x]", "[rm] [x]"],
    ["bash --rcfiles -c 'rm x'", "[bash] [--rcfiles] [-c] [rm x]", "[rm] [x]"],
    ["bash +x-c x.sh", "[bash] [+x-c] [x.sh]"],
    ["bash +x-s x.sh", "[bash] [+x-s] [x.sh]"],
    ["zsh -c 'dash -c \"rm x\"'", '[zsh] [-c] [dash -c "rm x"]', "[dash] [-c] [rm x]", "[rm] [x]"],
    ["bash x.sh -c rm", "[bash] [x.sh] [-c] [rm]"],
    ["bash --version", "[bash] [--version]"],
    ["bash --help", "[bash] [--help]"],
    ["eval 'rm x' \\; ls", "[eval] [rm x] [;] [ls]", "[rm] [x]", "[ls]"],
    ["eval", "[eval]"],
    ["eval -- rm x", "[eval] [--] [rm] [x]", "[rm] [x]"],
    ["eval a -- b", "[eval] [a] [--] [b]", "[a] [--] [b]"],
    ["zsh --emulate sh -c 'rm x'", "[zsh] [--emulate] [sh] [-c] [rm x]", "[rm] [x]"],
    [
      "bash -o posix -O extglob -c 'rm x'",
      "[bash] [-o] [posix] [-O] [extglob] [-c] [rm x]",
      "[rm] [x]",
    ],
    ["flock f -c 'a\\b'", "[flock] [f] [-c] [a\\b]", "[ab]"],
    ["trap 'rm x' EXIT", "[trap] [rm x] [EXIT]", "[rm] [x]"],
    ["alias", "[alias]"],
    ["alias ls", "[alias] [ls]"],
    ["trap rm- EXIT", "[trap] [rm-] [EXIT]", "[rm-]"],
    ["trap -- 'rm x' EXIT", "[trap] [--] [rm x] [EXIT]", "[rm] [x]"],
    ["source x.sh", "[source] [x.sh]"],
    [". x.sh", "[.] [x.sh]"],
    ["source", "[source]"],
    ["source -- x.sh", "[source] [--] [x.sh]"],
    ["su root -c 'rm x'", "[su] [root] [-c] [rm x]", "[rm] [x]"],
    ["su '-crm x' --command='ls y'", "[su] [-crm x] [--command=ls y]", "[rm] [x]", "[ls] [y]"],
    ["su x-c y z--command=w", "[su] [x-c] [y] [z--command=w]"],
    ["su '-crm\nls'", "[su] [-crm\nls]", "[rm]", "[ls]"],
    ["script -qc 'rm x' f", "[script] [-qc] [rm x] [f]", "[rm] [x]"],
    ["runuser --command 'rm x'", "[runuser] [--command] [rm x]", "[rm] [x]"],
    ["flock f rm x", "[flock] [f] [rm] [x]", "[rm] [x]"],
    ["flock f -c 'rm x'", "[flock] [f] [-c] [rm x]", "[rm] [x]"],
    ["flock -c 'rm x' f", "[flock] [-c] [rm x] [f]", "[rm] [x]"],
    ["busybox rm x", "[busybox] [rm] [x]", "[rm] [x]"],
    ["noglob rm x", "[noglob] [rm] [x]", "[rm] [x]"],
    ["- rm x", "[-] [rm] [x]", "[rm] [x]"],
    ["repeat 3 rm x", "[repeat] [3] [rm] [x]", "[rm] [x]"],
    [
      "git -C d --no-pager -c a=b push -f",
      "[git] [-C] [d] [--no-pager] [-c] [a=b] [push] [-f]",
      "[git] [push] [-f]",
    ],
    ["git --git-dir=x push", "[git] [--git-dir=x] [push]", "[git] [push]"],
    ["git push", "[git] [push]"],
    ["git add alias.x", "[git] [add] [alias.x]"],
    [
      "git -C x.alias.y add alias.x",
      "[git] [-C] [x.alias.y] [add] [alias.x]",
      "[git] [add] [alias.x]",
    ],
    ["git --version", "[git] [--version]", "[git]"],
    [
      "sudo env timeout 1 sh -c 'xargs rm'",
      "[sudo] [env] [timeout] [1] [sh] [-c] [xargs rm]",
      "[env] [timeout] [1] [sh] [-c] [xargs rm]",
      "[timeout] [1] [sh] [-c] [xargs rm]",
      "[sh] [-c] [xargs rm]",
      "[xargs] [rm]",
      "[rm] […]",
    ],
  ]);
});
