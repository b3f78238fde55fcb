import { availableParallelism } from 'node:os'
import { TESTS } from './ensureInstalled.mjs'

/** @typedef {import('./tests/runSuites.mjs').PlannedSuite} PlannedSuite */

/**
 * What `npm run suite` lists and runs. `plan` is run here, after `workspaces` are installed (every workspace when absent), the packages of `outside`, too, and
 * `builds` are built; `program` is a program of its own with its first words. `takes` is measured on two idle cores.
 *
 * @typedef {{ proves: string, takes: string, plan?: readonly PlannedSuite[], program?: readonly string[], workspaces?: readonly string[], builds?: readonly string[], outside?: readonly import('./ensureOutside.mjs').Outside[] }} Suite
 */

const E2E = 'e2e/playwright.config.ts'

/** How many seconds a file or a test of `npm test` may take on two idle cores: see `tests/tooSlow.mjs`. */
const LONGEST = 15

/** @type {Readonly<Record<string, Suite>>} */
export const SUITES = {
  test: {
    proves: 'Functions, components, journeys through the demo and a dozen delivery tests work (`npm test`).',
    takes: '4 min',
    workspaces: TESTS,
    plan: [
      {
        name: 'unit and browser',
        runner: 'vitest',
        projects: ['unit', 'browser', 'react-18'],
        limit: { per: 'file', seconds: LONGEST, of: 180 },
      },
      {
        name: 'journeys',
        runner: 'playwright',
        config: E2E,
        projects: ['journeys', 'console', 'collector', 'migration', 'vendors', 'core-delivery'],
        // A journey waits for half of its time, in which another one can use the core.
        workers: availableParallelism() * 2,
        limit: { per: 'test', seconds: LONGEST, of: 320 },
      },
    ],
  },
  delivery: {
    proves:
      'Every event arrives once in Chromium, however a page ends, in each state of storage, tabs, clock and collector.',
    takes: '6 min',
    workspaces: TESTS,
    plan: [
      {
        name: 'delivery',
        runner: 'playwright',
        config: E2E,
        projects: ['delivery'],
        // Most of a delivery test is waiting: for a collector that is down, and for copies that must not arrive.
        workers: availableParallelism() * 3,
      },
    ],
  },
  engines: {
    proves:
      'The browser tests, and the delivery tests that depend on the engine, pass in Chromium, Firefox and WebKitGTK.',
    takes: '12 min',
    program: ['e2e/engines/run.mjs', '--suite', 'engines'],
  },
  histories: {
    proves: 'In ten thousand random histories, played without a browser, every event has its user, visitor and flags.',
    takes: '6 min',
    workspaces: TESTS,
    plan: [{ name: 'histories', runner: 'vitest', projects: ['histories'] }],
  },
  'exit-rates': {
    proves: 'Each engine keeps 99 % of the events that an application tracks in its exit listeners.',
    takes: '10 min',
    program: ['e2e/engines/run.mjs', '--suite', 'exit-rates'],
  },
  truth: {
    proves: 'In random histories of tabs, users and failures, every event has its user and its flags, in each engine.',
    takes: '30 min',
    program: ['e2e/engines/run.mjs', '--suite', 'truth'],
  },
  versions: {
    proves:
      'In random histories of deployments and roll-backs, pages of two versions lose and double no event, in each engine.',
    takes: '10 min',
    program: ['e2e/engines/run.mjs', '--suite', 'versions'],
  },
  losses: {
    proves: 'The collector knows which events are lost, and why, when they are lost on purpose, in each engine.',
    takes: '3 min',
    program: ['e2e/engines/run.mjs', '--suite', 'losses'],
  },
  'collector-postgres': {
    proves:
      'The collector stores each event once in PostgreSQL, through two collectors and a server that is killed. Needs PostgreSQL.',
    takes: '6 min',
    plan: [
      { name: 'collector with PostgreSQL', runner: 'vitest', projects: ['collector-postgres'], workers: 1 },
      {
        name: 'pages with PostgreSQL',
        runner: 'playwright',
        config: E2E,
        projects: ['collector-postgres', 'losses-postgres'],
        workers: 1,
      },
    ],
  },
  'collector-kafka': {
    proves:
      'The collector loses no event in Kafka, and each is once in PostgreSQL and in the clean topic, whatever is killed. Needs Java, Maven, OpenSSL and PostgreSQL.',
    takes: '12 min',
    outside: ['tools'],
    program: ['scripts/tests/runKafka.mjs'],
  },
  'collector-parquet': {
    proves:
      'The collector writes each event to Parquet once, however often it is killed, and answers queries. Needs DuckDB, which it installs.',
    takes: '1 min',
    workspaces: ['.', 'packages/collector', 'packages/local', 'stage/duckdb'],
    plan: [{ name: 'collector with Parquet', runner: 'vitest', projects: ['collector-parquet'] }],
  },
  experiments: {
    proves:
      'Experiments have the figures of scipy and statsmodels, and their intervals and guards are wrong as seldom as declared. Needs Python, whose packages it installs.',
    takes: '3 min',
    program: ['scripts/tests/runExperiments.mjs'],
  },
  'collector-faults': {
    proves:
      'Two collectors store each event once while they, PostgreSQL, the network and the disk fail. Needs PostgreSQL.',
    takes: '5 min',
    plan: [{ name: 'collector with faults', runner: 'vitest', projects: ['collector-faults'], workers: 1 }],
  },
  'collector-hostile': {
    proves:
      'A collector that is attacked serves a page and its operators within a second, in 300 MB. Needs PostgreSQL; with Java, Maven and Node 24.6, Kafka is attacked, too.',
    takes: '30 min',
    plan: [{ name: 'collector under attack', runner: 'vitest', projects: ['collector-hostile'], workers: 1 }],
  },
  'collector-operator': {
    proves:
      'Whatever an operator does to a collector, its health, log, metrics and exit code say so. Needs PostgreSQL, PgBouncer, nginx, OpenSSL and sqlite3.',
    takes: '9 min',
    plan: [{ name: 'collector and its operator', runner: 'vitest', projects: ['collector-operator'], workers: 1 }],
  },
  'collector-growth': {
    proves:
      'What a collector answers and does takes as long with a million events as with ten thousand. Needs PostgreSQL.',
    takes: '6 min',
    plan: [{ name: 'collector that has grown', runner: 'vitest', projects: ['collector-growth'], workers: 1 }],
  },
  contract: {
    proves: "The flag vendor's own contract tests pass in Node and in Chromium. Needs Go.",
    takes: '5 min',
    program: ['contract/run.mjs'],
  },
  relay: {
    proves: "The flag client works with the vendor's Relay Proxy. Needs Go.",
    takes: '2 min',
    program: ['contract/relay.mjs'],
  },
  nightly: {
    proves:
      'Packages, commands, compilers and bundlers work as users have them; long tables, looks and keyboard of the pages.',
    takes: '17 min',
    outside: ['tools', 'examples', 'competitors'],
    plan: [
      { name: 'packages and commands', runner: 'vitest', projects: ['nightly'] },
      { name: 'more journeys', runner: 'playwright', config: E2E, projects: ['nightly-journeys', 'nightly-console'] },
    ],
  },
  examples: {
    proves:
      'Each example and each application that `telltale init` has changed builds and runs with the packed library.',
    takes: '4 min',
    outside: ['examples'],
    // The frameworks take most of a minute to build.
    plan: [{ name: 'examples', runner: 'vitest', projects: ['examples'], workers: 1 }],
  },
  docs: {
    proves: 'The code of the documents compiles and runs; the site builds, is accessible, and its live examples work.',
    takes: '4 min',
    builds: ['docs'],
    outside: ['examples', 'angular', 'tools'],
    plan: [
      { name: 'code of documents', runner: 'vitest', projects: ['docs'], workers: 1 },
      { name: 'site', runner: 'playwright', config: 'docs/playwright.config.ts' },
    ],
  },
  checks: {
    proves:
      'The gates that do not hold up a change pass: packed packages, public comments, links of documents, types of the benches.',
    takes: '1 min',
    program: ['scripts/check.mjs', 'shape', 'api', 'documents', 'competitors'],
  },
}
