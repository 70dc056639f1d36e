// Turns layers.json, the one place that says who may import whom, into rules.
const layers = require("./layers.json");

const TEST = "\\.test(?:-support)?\\.tsx?$";
const escape = (text) => text.replaceAll(".", "\\.");
const oneOf = (names) => `(${names.map(escape).join("|")})`;

/** A module folder (`decode`) or a file right under src (`core.ts`). */
const inSrc = (name) => (/\.tsx?$/.test(name) ? `^src/${escape(name)}$` : `^src/${name}/`);

/** Files of a module that may import more than the rest of it, and that the rest of it does not import. */
const side = ([name, { files }]) => `^src/${name}/${files}$`;
const sides = Object.entries(layers.sides).map(side);

const layerRule = ([name, allowed]) => ({
  name: `layer-${name}`,
  comment: `What src/${name} may import is listed in layers.json.`,
  severity: "error",
  from: { path: inSrc(name), pathNot: [TEST, ...sides] },
  to: { path: "^src/", pathNot: [name, ...layers.bottom, ...allowed].map(inSrc) },
});

const sideRules = ([name, { files, also }]) => [
  {
    ...layerRule([name, [...layers.modules[name], ...also]]),
    from: { path: side([name, { files }]), pathNot: TEST },
  },
  {
    name: `side-of-${name}`,
    comment: `The rest of src/${name} stays free of what only these files need.`,
    severity: "error",
    from: { path: inSrc(name), pathNot: [TEST, ...sides] },
    to: { path: side([name, { files }]) },
  },
];

const typesOnlyRule = ([name, targets]) => ({
  name: `types-only-${name}`,
  comment: `src/${name} may take only types from there.`,
  severity: "error",
  from: { path: inSrc(name), pathNot: TEST },
  to: { path: targets.map(inSrc), dependencyTypesNot: ["type-only"] },
});

const doorRule = ([file, importers]) => ({
  name: `door-${file}`,
  comment: `src/${file} is open only to: ${importers.join(", ")}.`,
  severity: "error",
  from: { pathNot: [TEST, ...importers.map((importer) => `^${importer}/`)] },
  to: { path: inSrc(file) },
});

const sideDoors = Object.keys(layers.doors).map(inSrc);
const anyEntry = `^src/[^/]+/${escape(layers.entry)}$`;
const pure = {
  path: `^src/${oneOf(layers.pure)}/`,
  pathNot: [TEST, ...sides, ...layers.pureExcept.map(inSrc)],
};

module.exports = {
  forbidden: [
    ...Object.entries({ ...layers.modules, ...layers.exportLists }).map(layerRule),
    ...Object.entries(layers.typesOnly).map(typesOnlyRule),
    ...Object.entries(layers.doors).map(doorRule),
    ...Object.entries(layers.sides).flatMap(sideRules),
    {
      name: "entry-from-a-module",
      comment: "A module folder is entered only through its index.ts.",
      severity: "error",
      from: { path: "^src/([^/]+)/" },
      to: { path: "^src/[^/]+/", pathNot: ["^src/$1/", anyEntry, ...sideDoors] },
    },
    {
      name: "entry-from-outside",
      comment: "A module folder is entered only through its index.ts.",
      severity: "error",
      from: { pathNot: "^src/[^/]+/" },
      to: { path: "^src/[^/]+/", pathNot: [anyEntry, ...sideDoors] },
    },
    {
      name: "pure-no-node",
      comment: "Pure folders run anywhere: no Node builtin.",
      severity: "error",
      from: pure,
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "pure-no-zod",
      comment: "Zod is slow to load: snaphook/core never loads it.",
      severity: "error",
      from: pure,
      to: { path: "(^|/)node_modules/zod/" },
    },
    {
      name: "one-http-client",
      comment:
        "src/http is the one client; whoever goes around it loses its limits. src/serve answers, on a socket of the file system; src/viewer answers its page. src/fleet/open-socket.ts speaks to PostgreSQL, not HTTP.",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: [TEST, "^src/(?:http|serve|viewer)/", "^src/fleet/open-socket\\.ts$"],
      },
      to: { path: "^(?:node:)?(?:https?|http2|tls)$", dependencyTypes: ["core"] },
    },
    {
      name: "src-stands-alone",
      comment: "What ships never imports what surrounds it.",
      severity: "error",
      from: { path: "^src/", pathNot: TEST },
      to: { path: "^(tests|scripts|bench)/" },
    },
    {
      name: "no-import-of-a-test",
      severity: "error",
      from: {},
      to: { path: "\\.test\\.tsx?$" },
    },
    {
      name: "test-support-is-for-tests",
      severity: "error",
      from: { path: "^src/", pathNot: TEST },
      to: { path: "\\.test-support\\.tsx?$" },
    },
    {
      name: "no-dev-dependency",
      comment: "The library may use only what is installed with it; the command is bundled.",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: [
          TEST,
          "^src/(?:host-settings|cli|fleet|models|playground/web|questions|tui|viewer)/",
        ],
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only", "npm-peer"] },
    },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      comment: "A file that imports nothing and that nothing imports is dead.",
      severity: "error",
      from: {
        orphan: true,
        path: "^src/",
        pathNot: [TEST, "\\.d\\.ts$", "^src/[^/]+$", "^src/cli/main\\.ts$"],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^dist/" },
    tsPreCompilationDeps: true,
    // Nobody asks who depends on whom beyond the rules.
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types"] },
  },
};
