import { spawnSync } from 'node:child_process'
import { DEMO, ensureInstalled, root } from './ensureInstalled.mjs'
import { ensureOutside } from './ensureOutside.mjs'
import { tableOf } from './tests/tableOf.mjs'

// npm run bench [-- <bench> [<option> …]]: measures the figures of one section of bench/RESULTS.md, or prints the table of benches.

/** @typedef {{ measures: string, program: readonly string[], workspaces?: readonly string[], outside?: readonly import('./ensureOutside.mjs').Outside[], isBuilt?: true }} Bench */

const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'bench/playwright.config.ts']
const FIREFOX = 'stage/firefox'

/** @type {Readonly<Record<string, Bench>>} */
const BENCHES = {
  sizes: {
    measures: 'what an application downloads, beside other libraries',
    program: ['bench/sizes.mjs'],
    outside: ['competitors'],
    isBuilt: true,
  },
  flags: {
    measures: "the flag client beside the vendor's own; `--size` only its size by feature",
    program: ['bench/flags/run.mjs'],
  },
  'flags-events': {
    measures:
      'what an event takes of the main thread, by the number of flags; `--short` without the panel and the console',
    program: ['bench/flags-events/run.mjs'],
  },
  react: {
    measures: 'readers of flags beside other React SDKs; `--floors` what React itself takes',
    program: ['bench/react/run.mjs'],
  },
  delivery: {
    measures: 'ten scenarios in which events get lost, beside six libraries; `--engine all` Telltale in each engine',
    program: ['bench/delivery/run.mjs'],
    workspaces: [FIREFOX],
    outside: ['competitors'],
  },
  outbox: {
    measures: 'two designs of the outbox in each engine',
    program: [...PLAYWRIGHT, '/outbox.bench.ts'],
    workspaces: [FIREFOX],
  },
  exposures: {
    measures: 'exposures of a flag that leads to another page at once, beside the clients of GrowthBook and PostHog',
    program: [...PLAYWRIGHT, '/exposures.bench.ts'],
    workspaces: [FIREFOX],
    outside: ['competitors'],
  },
  endings: {
    measures: 'what each engine keeps, by the ending of the page (writes docs: browsers)',
    program: [...PLAYWRIGHT, '/endings.bench.ts'],
    workspaces: [FIREFOX],
  },
  kill: { measures: 'killed renderers and browsers', program: [...PLAYWRIGHT, '/kill.bench.ts'] },
  collector: {
    measures:
      'the collector with each store, beside the least that a server can do; needs PostgreSQL, and Java and Maven for Kafka',
    program: ['bench/collector/run.mjs'],
    outside: ['tools'],
    isBuilt: true,
  },
  console: {
    measures: 'frames of the console while many events are listed',
    program: ['bench/console/run.mjs'],
    isBuilt: true,
  },
  conclusions: {
    measures: 'what the console concludes from many pages and events',
    program: ['bench/conclusions/run.mjs'],
  },
  redact: {
    measures: 'what redact() finds in a made corpus, and what it takes; `--list` prints what it missed',
    program: ['bench/redact/run.mjs'],
  },
  inspector: {
    measures: 'what the panel in the page takes of the main thread, by the number of flags; `--short` only prints it',
    program: ['bench/inspector/run.mjs'],
  },
  local: { measures: 'the local services under load', program: ['bench/local/run.mjs'] },
}

const [name, ...options] = process.argv.slice(2)
const bench = name === undefined ? undefined : BENCHES[name]
if (bench) await run(bench)
else if (name === undefined) {
  console.log(tableOf(Object.entries(BENCHES).map(([key, { measures }]) => [key, measures])))
  console.log('\nnpm run bench -- <bench> measures one, on a machine that does nothing else.')
} else {
  console.error(`There is no bench ${name}. There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exitCode = 1
}

/** @param {Bench} bench */
async function run({ program, workspaces = [], outside = [], isBuilt }) {
  await ensureInstalled(['.', 'bench', ...workspaces])
  await ensureOutside(outside)
  if (isBuilt) {
    const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
    if (!(await ensureBuilt({ types: true, folders: [...DEMO, 'packages/collector'] })).ok) process.exit(1)
  }
  process.exitCode = spawnSync(process.execPath, [...program, ...options], { cwd: root, stdio: 'inherit' }).status ?? 1
}
