import { dirname, join } from "node:path";
import { absent, namesIn, noFile, quoted, type Language } from "./language.js";
import { placesOf, type Load, type LoadPlace } from "./load.js";
import { kindAt, namesIn as namesInFolder } from "./system-paths.js";

const endings = [".py", ".pyc", ".so", ".abi3.so", ".pyd"];

/** A module, and every package on the way to it. */
function modulePlaces(dotted: string, libraries: readonly string[]): LoadPlace[] {
  const parts = dotted.split(".").filter((part) => part !== "");
  const ways = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return [".", ...libraries].flatMap((library) =>
    ways.flatMap((way) =>
      placesOf([
        ...endings.map((ending) => join(library, `${way}${ending}`)),
        ...["__init__", "__main__"].flatMap((name) =>
          endings.slice(0, 2).map((ending) => join(library, way, `${name}${ending}`)),
        ),
      ]),
    ),
  );
}

/** Modules of Python itself, in all its versions. */
const pythonsOwn: ReadonlySet<string> = new Set(
  `__future__ _abc _aix_support _ast _asyncio _bisect _blake2 _bootsubprocess _bz2 _codecs _codecs_cn _codecs_hk
  _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections _collections_abc _compat_pickle _compression _contextvars
  _crypt _csv _ctypes _curses _curses_panel _datetime _dbm _decimal _elementtree _frozen_importlib _frozen_importlib_external
  _functools _gdbm _hashlib _heapq _imp _io _json _locale _lsprof _lzma _markupbase _md5 _msi _multibytecodec _multiprocessing
  _opcode _operator _osx_support _overlapped _pickle _posixshmem _posixsubprocess _py_abc _pydecimal _pyio _pyrepl _queue
  _random _scproxy _sha1 _sha256 _sha3 _sha512 _signal _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string
  _strptime _struct _symtable _thread _threading_local _tkinter _tokenize _tracemalloc _typing _uuid _warnings _weakref
  _weakrefset _winapi _zoneinfo abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop
  base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys
  compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses
  datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput
  fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http
  idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma
  mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath
  nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib
  poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re
  readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site sitecustomize
  smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
  stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this
  threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing
  unicodedata unittest urllib usercustomize uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml
  xmlrpc zipapp zipfile zipimport zlib zoneinfo`.split(/\s+/),
);

export function isPythonsOwn(module: string): boolean {
  return pythonsOwn.has(module.split(".", 1)[0] ?? "");
}

/** Whatever is loaded: a file of the folder that Python takes for one of its own modules, and compiled ones, which come first. */
export function shadowing(folder: string): string[] {
  return namesInFolder(folder)
    .flatMap((name) => {
      const path = join(folder, name);
      if (name.endsWith(".so") || name.endsWith(".pyd")) return [path];
      const [stem = "", ...ending] = name.split(".");
      if (!pythonsOwn.has(stem)) return [];
      if (ending.length > 0) return /^pyc?$/.test(ending.join(".")) ? [path] : [];
      return ["__init__.py", "__init__.pyc"].map((file) => join(path, file));
    })
    .filter((path) => kindAt(path) === "file");
}

function shadowsIn(folders: readonly string[]): Load {
  return absent(folders.map((name) => ({ name, isFolder: true, of: "python" })));
}

export const python: Language = {
  script: (name) => [
    {
      places: placesOf([name, join(name, "__main__.py"), join(name, "__main__.pyc")]),
      missing: noFile(name),
    },
    shadowsIn([dirname(name), name]),
  ],
  module: (name, libraries, command) => [
    {
      places: modulePlaces(name, libraries),
      missing: isPythonsOwn(name) ? null : `${command} ${name}: no file of that module was found`,
    },
    shadowsIn([".", ...libraries]),
  ],
  code: (text, libraries) => {
    const imported = [
      ...namesIn(text, /\bimport\s+([\w.,\s]+)/g).flatMap((names) => names.split(/[\s,]+/)),
      ...[...text.matchAll(/\bfrom\s+([\w.]+)\s+import\s+([\w,\s]+)/g)].flatMap(
        ([, from = "", names = ""]) => names.split(/[\s,]+/).map((name) => `${from}.${name}`),
      ),
      ...namesIn(text, quoted, 2).filter((name) => /^\w+(?:\.\w+)*$/.test(name)),
    ].filter((name) => name !== "");
    // Any text may be a folder that the code adds to those of modules.
    const folders = [...libraries, ...namesIn(text, quoted, 2).map((name) => join("./", name))];
    return [
      ...imported.map((name) => absent(modulePlaces(name, folders))),
      shadowsIn([".", ...folders]),
    ];
  },
};

/** Packages that a Python loads from beside itself, and from the user's folder where that is another one. */
export function sitePackages(roots: readonly string[]): { loads: Load[]; libraries: string[] } {
  const libraries = roots.map((root) => join(root, "lib/python*/site-packages"));
  const files = ["*.pth", "sitecustomize.py", "usercustomize.py"];
  return {
    libraries,
    loads: [
      absent(placesOf(roots.map((root) => join(root, "pyvenv.cfg")))),
      absent(placesOf(libraries.flatMap((library) => files.map((file) => join(library, file))))),
    ],
  };
}

/** With what was compiled from each module, which Python loads instead of it. */
export function withCompiled(load: Load): Load {
  const compiled = load.places
    .filter(({ name }) => name.endsWith(".py"))
    .map(({ name }) => ({
      name: join(dirname(name), "__pycache__", name.replace(/^.*\/|\.py$/g, "") + ".*.pyc"),
    }));
  return { ...load, places: [...load.places, ...compiled] };
}
