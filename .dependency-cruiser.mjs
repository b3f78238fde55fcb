// npm run check -- layers: who may import whom. ARCHITECTURE.md shows the layers; `$1` is what the group in `from` has matched.

const LIBRARY = '^packages/telltale/src/'
const TEST = '[.](test|suite)[.][cm]?[jt]sx?$'
const ENTRY = `${LIBRARY}[^/]+$`
const WORKSPACE = '^(packages/[^/]+|apps/[^/]+|compatibility/[^/]+|bench|contract|e2e|stage)/'

/** @type {'error'} */
const severity = 'error'

/** The parts of the library, and what each may import besides itself. `core/*` are the files of core that are in no folder. */
const MAY_IMPORT = {
  layer: ['adapters', 'identity', 'flags', 'events', 'core'],
  adapters: ['identity', 'flags', 'events', 'core'],
  identity: ['core'],
  flags: ['core'],
  consent: ['events', 'core'],
  steps: ['core'],
  launchDarklyService: ['flags', 'core'],
  ofrep: ['flags', 'core'],
  client: ['launchDarklyService', 'flags', 'core'],
  launchdarkly: ['client', 'launchDarklyService', 'flags', 'core'],
  events: ['core'],
  lazy: [
    'layer/reportSettings.ts',
    'consent/startDeciding.ts',
    'identity/askAgain.ts',
    'identity/joinVisitor.ts',
    'identity/readTraits.ts',
    'identity/traitsPart.ts',
    'identity/visitorPart.ts',
    'adapters',
    'events',
    'launchDarklyService',
    'ofrep',
    'flags',
    'platform',
    'core',
  ],
  validate: ['core'],
  inspector: ['platform/webStorage.ts', 'platform/webTabs.ts', 'core'],
  openfeature: ['core/model', 'core/lib', 'flags/flags.ts', 'layer/createTelltale.ts'],
  react: ['core/model', 'core/lib', 'core/consentPart.ts', 'layer', 'flags/flags.ts'],
  platform: ['core'],
  testing: ['core', 'platform'],
  testkit: [
    'lazy/startLazyStage.ts',
    'adapters',
    'consent',
    'layer',
    'identity',
    'launchDarklyService',
    'ofrep',
    'flags',
    'events',
    'react',
    'steps/exposures.ts',
    'testing',
    'validate',
    'core',
  ],
  'core/*': ['core/http', 'core/model', 'core/ports', 'core/lib'],
  'core/http': ['core/ports', 'core/lib'],
  'core/ports': ['core/model', 'core/lib'],
  'core/model': [],
  'core/lib': [],
}

/** The rooms of the local services, and what each may import besides itself. Those above are on top. */
const LOCAL_MAY_IMPORT = {
  cli: [
    'mcp',
    'codemods',
    'doctor',
    'init',
    'flagTypes',
    'project',
    'flags',
    'users',
    'faults',
    'server',
    'text',
    'json',
  ],
  mcp: ['doctor', 'console', 'collector', 'server', 'protocol', 'json'],
  doctor: ['init', 'project', 'flags', 'users', 'text', 'json'],
  init: ['flagTypes', 'project', 'flags', 'text', 'json'],
  codemods: ['text'],
  flagTypes: ['flags', 'json'],
  project: ['json'],
  routes: [
    'console',
    'editing',
    'versions',
    'errors',
    'collector',
    'flags',
    'users',
    'life',
    'vendors',
    'faults',
    'server',
    'json',
  ],
  console: ['editing', 'collector', 'flags', 'users', 'life', 'vendors', 'figures', 'faults', 'server', 'protocol'],
  editing: ['flags', 'users', 'files', 'protocol', 'json'],
  versions: ['flags', 'json'],
  flags: ['server', 'files', 'protocol', 'text', 'json'],
  users: ['protocol', 'json'],
  errors: ['protocol', 'json'],
  collector: ['json'],
  life: ['protocol', 'json'],
  vendors: ['protocol', 'json'],
  figures: ['protocol'],
  faults: ['server', 'json'],
  server: ['json'],
  files: ['json'],
  protocol: [],
  text: [],
  json: [],
}

/** The rooms of the collector, and what each may import besides itself. Entries and `createCollector.ts` are on top. */
const COLLECTOR_MAY_IMPORT = {
  faults: ['testing', 'postgres', 'sqlite', 'loss', 'store'],
  // The judge of a collector that is attacked knows what is documented, and nothing of how it is made.
  hostile: [],
  // The judge of experiments asks as an application and as an operator do.
  judge: ['server', 'experiment', 'testing', 'sqlite', 'store', 'door'],
  server: ['experiment', 'flags', 'import', 'plan', 'loss', 'store', 'door', 'sqlite', 'parquet'],
  experiment: ['plan', 'parquet', 'door'],
  flags: ['parquet'],
  import: ['door', 'loss', 'store'],
  plan: ['store'],
  parquet: ['store'],
  kafka: ['postgres', 'sqlite', 'door', 'store'],
  admin: ['door', 'loss', 'store'],
  door: ['loss', 'store'],
  sqlite: ['loss', 'store'],
  postgres: ['loss', 'store'],
  testing: ['loss', 'store'],
  loss: ['store'],
  store: [],
}

/** The rooms of events, and what each may import besides itself. What composes them is on top. */
const EVENTS_MAY_IMPORT = {
  consent: ['store'],
  sending: ['destinations', 'store', 'reports'],
  settling: ['destinations', 'recording', 'store', 'reports'],
  destinations: ['recording', 'reports'],
  recording: ['store'],
  store: ['reports'],
  reports: [],
}

/** Starts the layer with all of its parts loaded. */
const LAYER_FOR_TESTS = 'testkit/(?:createTelltale|ofrep)AtOnce.ts'

/** Parts whose tests use everything, as applications do. */
const TESTED_ON_TOP = ['openfeature', 'react', 'testkit']

/** The files of a part, or one file. @param {string} part */
const filesOf = (part) =>
  `${LIBRARY}${part.endsWith('/*') ? `${part.slice(0, -1)}[^/]+$` : part.endsWith('.ts') ? part : `${part}/`}`

/** A flag client is the shortest way to start what flags do. @param {string} part */
const startOf = (part) =>
  ['flags', 'launchDarklyService'].includes(part) ? ['launchDarklyService', 'client'].map(filesOf) : []

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layers = Object.entries(MAY_IMPORT).flatMap(([part, allowed]) => {
  const may = [part, ...allowed].map(filesOf)
  const inTests = [...may, filesOf('testing'), filesOf('platform'), filesOf(LAYER_FOR_TESTS), ENTRY, ...startOf(part)]
  return [
    {
      name: `${part} imports what is below it`,
      severity,
      from: { path: filesOf(part), pathNot: TEST },
      to: { path: LIBRARY, pathNot: may },
    },
    ...(TESTED_ON_TOP.includes(part)
      ? []
      : [
          {
            name: `tests of ${part} use what is below it, the fakes and the entries`,
            severity,
            from: { path: `${filesOf(part)}.*${TEST}` },
            to: { path: LIBRARY, pathNot: inTests },
          },
        ]),
  ]
})

const EVENTS = filesOf('events')

/** Tests of a room may use what composes the rooms. @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const eventsRooms = Object.entries(EVENTS_MAY_IMPORT).map(([room, allowed]) => ({
  name: `${room} of events imports what is below it`,
  severity,
  from: { path: `${EVENTS}${room}/`, pathNot: TEST },
  to: { path: EVENTS, pathNot: [room, ...allowed].map((one) => `${EVENTS}${one}/`) },
}))

const COLLECTOR = '^packages/collector/src/'

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const collectorRooms = Object.entries(COLLECTOR_MAY_IMPORT).map(([room, allowed]) => ({
  name: `${room} of the collector imports what is below it`,
  severity,
  from: { path: `${COLLECTOR}${room}/`, pathNot: TEST },
  to: {
    path: COLLECTOR,
    pathNot: [room, ...allowed]
      .map((one) => `${COLLECTOR}${one}/`)
      .concat(
        `${COLLECTOR}collectorOptions.ts`,
        ['server', 'testing', 'judge'].includes(room) ? `${COLLECTOR}[^/]+$` : [],
      ),
  },
}))

const LOCAL = '^packages/local/src/'

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const localRooms = Object.entries(LOCAL_MAY_IMPORT).map(([room, allowed]) => ({
  name: `${room} of the local services imports what is below it`,
  severity,
  from: { path: `${LOCAL}${room}/`, pathNot: TEST },
  to: {
    path: LOCAL,
    pathNot: [room, ...allowed].map((one) => `${LOCAL}${one}/`).concat(room === 'cli' ? `${LOCAL}[^/]+$` : []),
  },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layers,
    ...eventsRooms,
    ...localRooms,
    ...collectorRooms,
    {
      name: 'each room of the local services has a place',
      comment: 'Add the folder to LOCAL_MAY_IMPORT in .dependency-cruiser.mjs.',
      severity,
      from: {
        path: `${LOCAL}[^/]+/`,
        pathNot: [...Object.keys(LOCAL_MAY_IMPORT), 'testing'].map((room) => `${LOCAL}${room}/`),
      },
      to: { path: LOCAL },
    },
    {
      name: 'each room of events has a place',
      comment: 'Add the folder to EVENTS_MAY_IMPORT in .dependency-cruiser.mjs.',
      severity,
      from: {
        path: `${EVENTS}[^/]+/`,
        pathNot: Object.keys(EVENTS_MAY_IMPORT).map((room) => `${EVENTS}${room}/`),
      },
      to: { path: LIBRARY },
    },
    {
      name: 'each part has a place in the layers',
      comment: 'Add the folder to MAY_IMPORT in .dependency-cruiser.mjs.',
      severity,
      from: { path: `${LIBRARY}[^/]+/`, pathNot: Object.keys(MAY_IMPORT).map(filesOf) },
      to: { path: LIBRARY },
    },
    {
      name: 'React uses types of the layer and of the flags',
      comment: 'Write "import type": the application brings the layer.',
      severity,
      from: { path: filesOf('react'), pathNot: TEST },
      to: { path: [filesOf('layer'), filesOf('flags')], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'an entry imports no other entry',
      comment: "The other entry's weight would come with it.",
      severity,
      from: { path: ENTRY, pathNot: TEST },
      to: { path: ENTRY },
    },
    {
      name: 'the library has no dependencies',
      severity,
      from: { path: LIBRARY, pathNot: [TEST, filesOf('testing'), filesOf('openfeature'), `${LIBRARY}openfeature.ts`] },
      to: { path: 'node_modules/', pathNot: 'node_modules/(@types/)?react(-dom)?/' },
    },
    {
      name: 'the provider for OpenFeature uses types of its SDK, of the layer and of the flags',
      comment: 'Write "import type": the application brings the SDK and the layer.',
      severity,
      from: { path: [filesOf('openfeature'), `${LIBRARY}openfeature.ts`], pathNot: TEST },
      to: { path: ['node_modules/', filesOf('layer'), filesOf('flags')], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'React is used by the hooks and their test kit',
      severity,
      from: { path: LIBRARY, pathNot: [TEST, filesOf('react'), filesOf('testkit')] },
      to: { path: 'node_modules/(@types/)?react(-dom)?/' },
    },
    {
      name: 'the library does not import itself by name',
      severity,
      from: { path: LIBRARY, pathNot: TEST },
      to: { path: '^packages/telltale/', dependencyTypes: ['aliased', 'undetermined'] },
    },
    {
      name: 'another workspace is imported by its name',
      comment:
        'Import what its package exports. The exceptions use files that no package exports, or run before the packages are installed.',
      severity,
      from: {
        path: WORKSPACE,
        pathNot: [
          '^bench/delivery/(page/outboxDesigns\\.ts|run\\.mjs)$',
          '^compatibility/bundlers/',
          '^e2e/engines/',
          '^e2e/truth/page/truthBefore\\.ts$',
          '^packages/collector/src/loss/plantedLosses\\.test\\.ts$',
        ],
      },
      to: { path: WORKSPACE, pathNot: '^$1/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'tests in browsers and benchmarks share the stage alone',
      comment: 'Move what both need to stage/.',
      severity,
      from: { path: '^(e2e|bench|stage)/' },
      to: { path: '^(e2e|bench)/', pathNot: '^$1/' },
    },
    {
      name: 'scripts use what packages export',
      severity,
      from: { pathNot: [WORKSPACE, '^scripts/tests/runKafka[.]mjs$'] },
      to: { path: '^packages/[^/]+/src/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'the collector uses the redaction of the library, and types',
      comment: 'It is bundled into the collector. More of the library would come with it.',
      severity,
      from: { path: COLLECTOR, pathNot: TEST },
      to: {
        path: '^packages/telltale/',
        pathNot: '^packages/telltale/(src|dist)/redact\\.',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the local services use types of the library',
      comment: 'Write "import type": the services run without it.',
      severity,
      from: { path: '^packages/local/', pathNot: [TEST, '^packages/local/vendors/', '/testing/'] },
      to: { path: '^packages/telltale/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the console uses types of the collector',
      comment: 'Write "import type": the collector runs in Node.',
      severity,
      from: { path: '^packages/local/console/', pathNot: TEST },
      to: { path: '^packages/collector/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tests are imported by tests',
      severity,
      from: { pathNot: [TEST, '^(e2e|bench|stage|contract)/'] },
      to: { path: TEST },
    },
    {
      name: 'no cycles',
      severity,
      from: {},
      to: { circular: true },
    },
    {
      name: 'a file is named for its main export',
      severity,
      from: {},
      to: {
        path: ['/src/.*/index[.]', '/src/.*/(util|utils|helper|helpers|common|manager|misc|shared|types)[./]'],
        pathNot: 'node_modules/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]cache|[.]telltale|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@telltale/source', 'types', 'import', 'node', 'default'],
    },
  },
}
