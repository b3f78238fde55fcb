import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { judgeRun, runHarness } from './runHarness.mjs'

const summary = (/** @type {number} */ ran) => `Test Summary: 1064 total, 11 skipped, ${ran} ran`

/** A harness that says how it was called, and writes down as failed whatever it was told to run. */
const HARNESS = `#!${process.execPath}
const { writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
const of = (name) => args.flatMap((arg, index) => (arg === name ? [args[index + 1]] : []))
console.log('at ' + of('-url') + ' from ' + of('-host') + (Number(of('-port')) > 0 ? ' with a port' : ''))
console.error('and on the other stream')
console.log('${summary(1053)}')
if (of('-run').length > 0) writeFileSync(of('-record-failures')[0], of('-run').join('\\n') + '\\n')
process.exit(of('-run').length > 0 ? 1 : 0)
`
const folder = mkdtempSync(join(tmpdir(), 'telltale-harness-'))
const harness = join(folder, 'harness')
writeFileSync(harness, HARNESS)
chmodSync(harness, 0o755)
afterAll(() => rmSync(folder, { recursive: true }))

test('the harness is told where the service is and what to run, its failures are named, and all that it says is kept', async () => {
  const log = join(folder, 'logs/node.log')
  const url = 'http://127.0.0.1:9'
  const narrowed = await runHarness(harness, { url, options: ['-run', 'events/custom', '-run', 'tags'], log })
  expect(narrowed.lines.slice(1, 3)).toEqual(['  failed: events/custom', '  failed: tags'])
  expect(await runHarness(harness, { url, options: [], log })).toEqual({
    ok: true,
    ran: 1053,
    failed: 0,
    lines: [summary(1053)],
  })
  expect(readFileSync(log, 'utf8')).toContain(`at ${url} from 127.0.0.1 with a port\n`)
  expect(readFileSync(log, 'utf8')).toContain('and on the other stream\n')
})

test('a harness that cannot be started has failed', async () => {
  const run = runHarness(join(folder, 'nowhere'), {
    url: 'http://127.0.0.1:9',
    options: [],
    log: join(folder, 'a.log'),
  })
  expect(await run).toMatchObject({ ok: false })
})

const run = { code: 0, output: summary(1053), failures: [], isNarrowed: false }

test.each([
  ['it ends with an error that no test accounts for', { code: 1 }],
  ['a test failed but it ends without an error', { failures: ['tags'] }],
  ['too few tests ran', { output: summary(899) }],
  ['no test matches', { output: summary(0), isNarrowed: true }],
  ['there is no summary', { output: 'Connecting to test service' }],
])('a run of the harness has failed when %s', (_, more) => {
  expect(judgeRun({ ...run, ...more }).ok).toBe(false)
})

test('a run that was narrowed may be of few tests', () => {
  expect(judgeRun({ ...run, output: summary(3), isNarrowed: true }).ok).toBe(true)
})
