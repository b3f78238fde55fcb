import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run check [-- <gate> …]

/** The fastest compiler that is here; compatibility/compilers.nightly.test.mjs shows that the others agree with it. */
const TSC = 'compatibility/other-versions/node_modules/typescript/bin/tsc'

/** The command of each gate that every change must pass. The slowest starts first. @type {Readonly<Record<string, string>>} */
const GATES = {
  types: `node ${TSC} -b --noEmit --force --builders 4 --pretty false $(git ls-files tsconfig.json '*/tsconfig.json' ':!examples' ':!bench/competitors')`,
  'dead-code': 'knip --no-progress --no-config-hints',
  layers: 'depcruise packages apps stage bench e2e contract compatibility scripts',
  lint: 'oxlint --deny-warnings --report-unused-disable-directives',
  sizes: 'node scripts/sizes.mjs',
  format: 'oxfmt --check',
}

/** Gates of `npm run suite -- all`: a change can break them without making anything worse for a user at once. */
const NIGHTLY_GATES = {
  shape: ['packages/telltale', 'packages/local', 'packages/collector'].map(shapeOf).join(' && '),
  api: 'node scripts/api.mjs',
  // Its packages are in no workspace.
  competitors: `node ${TSC} -p bench/competitors`,
  // When the site is built, starlight-links-validator checks its links once more, with those that begin with a slash.
  documents:
    "remark --frail --quiet --no-stdout --use remark-validate-links=repository:false $(git ls-files '*.md' '*.mdx')",
}

/** Gates that read what is built: packages as their users get them, with declaration files. */
const NEED_BUILD = ['types', 'shape', 'api']

/** How many run at once. */
const AT_ONCE = 2

/** @type {Readonly<Record<string, string>>} */
const all = { ...GATES, ...NIGHTLY_GATES }
const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(GATES)
const unknown = names.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`There is no gate ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}

await ensureInstalled()
if (names.includes('competitors')) await (await import('./ensureOutside.mjs')).ensureOutside(['competitors'])
const { execa } = await import('execa')
if (names.some((name) => NEED_BUILD.includes(name))) {
  const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
  if (!(await ensureBuilt({ types: true })).ok) process.exit(1)
}
/** @type {string[]} */
const failed = []
const queue = [...names]
await Promise.all(Array.from({ length: AT_ONCE }, worker))
const list = failed.length > 0 ? `: ${failed.join(', ')}` : ''
console.log(`Gates: ${names.length - failed.length} passed, ${failed.length} failed${list}`)
process.exitCode = failed.length > 0 ? 1 : 0

/**
 * A package needs `exports`, which the oldest way of resolving does not read. From 20.19, the oldest Node that is supported, `require`
 * takes an ES module; installedEntries.nightly.test.mjs shows it.
 *
 * @param {string} folder
 */
function shapeOf(folder) {
  const types = `attw --pack ${folder} --profile node16 --ignore-rules cjs-resolves-to-esm --format table-flipped --no-emoji --no-color`
  return `publint run ${folder} --pack npm --strict && ${types}`
}

async function worker() {
  for (let name = queue.shift(); name; name = queue.shift()) await run(name)
}

/** @param {string} name */
async function run(name) {
  const result = await execa({ cwd: root, preferLocal: true, shell: true, all: true, reject: false })(all[name] ?? '')
  if (result.failed) failed.push(name)
  console.log(`${result.failed ? 'FAILED' : 'ok    '}  ${name.padEnd(13)}  ${(result.durationMs / 1000).toFixed(1)} s`)
  // The output of a gate that passed is shown only if the gate was asked for, except the table of sizes. A command that cannot be
  // started reports why in its message.
  const output = result.all || result.message
  if (output && (result.failed || wanted.length > 0 || name === 'sizes')) console.log(output.replace(/^/gm, '        '))
}
