import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runHarness } from './runHarness.mjs'

/** A harness that says how it was called, and writes down as failed whatever it was told to run. */
const HARNESS = `#!${process.execPath}
const { writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
const of = (name) => args.flatMap((arg, index) => (arg === name ? [args[index + 1]] : []))
console.log('at ' + of('-url') + ' from ' + of('-host') + (Number(of('-port')) > 0 ? ' with a port' : ''))
console.error('and on the other stream')
if (of('-run').length > 0) writeFileSync(of('-record-failures')[0], of('-run').join('\\n') + '\\n')
process.exit(of('-run').length > 0 ? 1 : 0)
`

describe.skipIf(process.platform === 'win32')('running the harness', () => {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-harness-'))
  const harness = join(folder, 'harness')
  const log = join(folder, 'logs/node.log')
  writeFileSync(harness, HARNESS)
  chmodSync(harness, 0o755)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('tells it where the service is, and keeps all that it says', async () => {
    const run = await runHarness(harness, { url: 'http://127.0.0.1:9', patterns: [], log })
    expect(run).toMatchObject({ code: 0, failures: [] })
    const said = ['at http://127.0.0.1:9 from 127.0.0.1 with a port\n', 'and on the other stream\n']
    for (const text of said) expect(run.output).toContain(text)
    for (const text of said) expect(readFileSync(log, 'utf8')).toContain(text)
  })

  it('hands patterns on, and reads which tests have failed; those of an earlier run are forgotten', async () => {
    const patterns = ['events/custom', 'tags/stream requests']
    const failed = await runHarness(harness, { url: 'http://127.0.0.1:9', patterns, log })
    expect(failed).toMatchObject({ code: 1, failures: patterns })
    const passed = await runHarness(harness, { url: 'http://127.0.0.1:9', patterns: [], log })
    expect(passed.failures).toEqual([])
  })

  it('says that it could not be started', async () => {
    const run = await runHarness(join(folder, 'nowhere'), { url: 'http://127.0.0.1:9', patterns: [], log })
    expect(run.code).toBe(1)
    expect(run.output).toMatch(/ENOENT/)
  })
})
