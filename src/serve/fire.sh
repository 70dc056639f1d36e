#!/bin/sh
# The same as `snaphook bridge fire`, answered by the resident engine where there is one (docs/serve.md). Whatever is not
# as it should be there, the direct command runs, with the same input. Options: [--node NODE] --host HOST.
trap '' PIPE
# A variable of the caller that has the name of one of these would be changed for hooks too: these are nobody's.
unset _fire_input
_fire_node=
_fire_waited=0
if [ "$1" = --node ]; then
  _fire_node=$2
  shift 2
fi
case $0 in
  */*) _fire_main=${0%/*} ;;
  *) _fire_main=. ;;
esac
# npm links both commands next to each other; in the package they are files next to each other.
if [ -f "$_fire_main/main.js" ]; then _fire_main=$_fire_main/main.js; else _fire_main=$_fire_main/snaphook; fi

# Becomes the direct command, which gets what was read of the input, if any was.
direct() {
  # The host does not wait longer because the engine has taken some of the time.
  case $_fire_waited in 0 | '' | *[!0-9]*) ;; *) set -- "$@" "--deadline=-$_fire_waited" ;; esac
  set -- "$_fire_main" bridge fire "$@"
  if [ -n "$_fire_node" ]; then set -- "$_fire_node" "$@"; fi
  if [ -z "${_fire_input+read}" ]; then exec "$@"; fi
  # Who has read the input and cannot give it on must not let the call continue.
  trap 'exit 2' EXIT
  # Some shells write a here-document to a file, for which there may be no room.
  if (
    : <<EOF
$_fire_input
EOF
  ) 2>/dev/null; then
    exec "$@" <<EOF
$_fire_input
EOF
  fi
  trap - EXIT
  printf '%s\n' "$_fire_input" | "$@"
  exit
}

# Prints an answer, as src/serve/answer.ts writes it, and leaves; an answer that is not whole is none.
answer() {
  case $1 in *'|ok') ;; *) return ;; esac
  set -f
  IFS='|
'
  # shellcheck disable=SC2086
  set -- $1
  if [ $# -ne 5 ] || [ "$1" != A ] || [ "$5" != ok ]; then return; fi
  # Who cannot print a deny must not let the call continue.
  { printf %b "$3" && printf %b "$4" >&3; } 3>&2 2>/dev/null || exit 2
  exit "$2"
}

# Takes apart what the client prints where it has no answer.
left() {
  _fire_waited=${1%%:*}
  _fire_input=${1#*:}
}

# The client. It reads the input only when someone listens. It prints the answer; or `N` where the engine leaves the event to
# the direct command, or `P` where it is of no use, then the seconds that it took, a colon and the input. It loads no module.
_fire_client='
my ($folder, $host, $pid, $main, $node, $level) = @ARGV;
my ($in, $got, $file, $token, $line) = (undef, "");
my $leave = sub { print STDOUT $_[0] . (time > $^T ? time - $^T : 0) . ":$in" if defined $in; exit 3 };
$SIG{ALRM} = sub { $leave->("P") };
for ($folder, "$folder/s", "$folder/token") {
  my @is = lstat or $leave->();
  $leave->() if $is[4] != $> || -l _ || !-S _ && $is[2] & 077;
}
open($file, "<", "$folder/token") && sysread($file, $token, 200) or $leave->();
my $more = "";
if (!-d "/proc/self") {
  require Cwd;
  $more = sprintf "x-snaphook-cwd: %s\nx-snaphook-umask: %03o\n", Cwd::getcwd(), umask;
}
my $said = "${token}x-snaphook-build: @BUILD@\nx-snaphook-pid: $pid\nx-snaphook-main: $main\n"
  . "x-snaphook-node: $node\nx-snaphook-level: $level\n$more";
$leave->() if $said =~ /\r|\n(?!x-snaphook-|\z)/;
$said =~ s/\n/\r\n/g;
alarm 3;
socket($line, 1, 1, 0)
  && connect($line, $^O eq "linux" ? pack("Sa*", 1, "$folder/s") : pack("xCa*", 1, "$folder/s\0"))
  or $leave->();
alarm 0;
binmode $_ for *STDIN, *STDOUT;
{ local $/; $in = <STDIN>; $in = "" if !defined $in; }
my $body = join("", map { "$_=$ENV{$_}\0" } keys %ENV) . "&$in\n";
my $sent = "POST /fire/$host HTTP/1.0\r\nHost: localhost\r\nContent-Length: " . length($body) . "\r\n$said\r\n$body";
for (my $at = 0; $at < length $sent;) {
  alarm 3;
  my $count = syswrite $line, $sent, 65536, $at or last;
  $at += $count;
}
while (1) {
  alarm 3;
  sysread $line, $got, 65536, length $got or last;
}
alarm 0;
$leave->("N") if $got =~ m{^HTTP/1\.[01] [45]\d\d .*?\r\n\r\n}s;
my ($head, $text) = $got =~ m{^(HTTP/1\.[01] 200 .*?\r\n)\r\n(.*)\z}s or $leave->("P");
$leave->("P") if $head =~ /^content-length: (\d+)\r$/im && length $text != $1;
print $text =~ /^\n*(A\|[^\n]*\|ok)\z/ ? $1 : $leave->("P");
'

if [ $# -ne 2 ] || [ "$1" != --host ]; then direct "$@"; fi
case $2 in *[!a-z0-9-]*) direct "$@" ;; esac
_fire_folder=${SNAPHOOK_HOME:-${HOME-}/.snaphook}/serve/@BUILD@
_fire_level=${BASH_VERSION:+$SHLVL}
if ! { [ -O "$_fire_folder" ] && [ -S "$_fire_folder/s" ] && [ -O "$_fire_folder/s" ] && [ -O "$_fire_folder/token" ]; } 2>/dev/null; then
  direct "$@" --serve
fi

if [ -z "${PERL5OPT-}" ]; then
  _fire_got=$(perl -f -C0 -e "$_fire_client" "$_fire_folder" "$2" "$$" "$_fire_main" "$_fire_node" "$_fire_level" 2>/dev/null)
  case $?$_fire_got in
    0A*) answer "$_fire_got" ;;
    3N*) left "${_fire_got#N}" && direct "$@" ;;
    3P*) left "${_fire_got#P}" && direct "$@" --serve ;;
    # Nobody listens; where there is no perl, curl may do.
    3) direct "$@" --serve ;;
  esac
fi

# Only here the system itself says in which folder and with which variables this runs.
if [ ! -r /proc/self/environ ]; then direct "$@" --serve; fi
case $_fire_main$_fire_node in *[[:cntrl:]]*) direct "$@" ;; esac
_fire_input=$(cat)
_fire_got=$(curl -q -s -f --noproxy '*' --connect-timeout 3 --speed-limit 1 --speed-time 1 --unix-socket "$_fire_folder/s" \
  -H "@$_fire_folder/token" -H "x-snaphook-build: @BUILD@" -H "x-snaphook-pid: $$" -H "x-snaphook-main: $_fire_main" \
  -H "x-snaphook-node: $_fire_node" -H "x-snaphook-level: $_fire_level" -H Expect: \
  --data-binary @/proc/self/environ --data-binary @- -w '|%{time_total}|%{http_code}' "http://localhost/fire/$2" 2>/dev/null <<EOF
$_fire_input
EOF
)
_fire_exit=$?
_fire_waited=${_fire_got%'|'*}
_fire_waited=${_fire_waited##*'|'}
_fire_waited=${_fire_waited%%[!0-9]*}
case $_fire_exit in
  0) case $_fire_got in *'|200') answer "${_fire_got%'|'*'|200'}" ;; esac ;;
  # The engine leaves it to the direct command; or there is no curl.
  22 | 126 | 127) direct "$@" ;;
esac
direct "$@" --serve
