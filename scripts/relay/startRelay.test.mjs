import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startRelay } from './startRelay.mjs'

/** Answers polls from the archive that it was told of, which it reads each time. */
const RELAY = `#!${process.execPath}
const { createServer } = require('node:http')
const { execFileSync } = require('node:child_process')
const { PORT, FILE_DATA_SOURCE, EVENTS_HOST, HOME } = process.env
console.log('reads from the environment: ' + process.argv[2] + ', events to ' + EVENTS_HOST + ', home ' + HOME)
createServer((request, response) => {
  const [, environment] = /^\\/sdk\\/evalx\\/([^/]+)\\//.exec(request.url) ?? []
  const text = execFileSync('tar', ['-xzOf', FILE_DATA_SOURCE, environment + '-data.json'], { encoding: 'utf8' })
  const flags = Object.entries(JSON.parse(text).flags)
  response.end(JSON.stringify(Object.fromEntries(flags.map(([key, { on, version }]) => [key, { value: on, version }]))))
}).listen(Number(PORT), '127.0.0.1')
`

describe('starting the relay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-start-relay-'))
  const binary = join(folder, 'relay')
  const log = join(folder, 'logs/relay.log')
  writeFileSync(binary, RELAY)
  chmodSync(binary, 0o755)
  afterAll(() => rmSync(folder, { recursive: true }))

  const poll = async (/** @type {{ url: string, environment: string }} */ { url, environment }) =>
    (await fetch(`${url}/sdk/evalx/${environment}/contexts/e30`)).json()

  it('has flags changed when it says so; a flag that stays as it is keeps its version', async () => {
    const relay = await startRelay(binary, log)
    await relay.change({ a: true, b: false })
    const before = await poll(relay)
    expect(before).toEqual({ a: { value: true, version: 2 }, b: { value: false, version: 2 } })
    await relay.change({ a: true, b: true })
    expect(await poll(relay)).toEqual({ a: before.a, b: { value: true, version: 3 } })
    await relay.stop()
    await expect(poll(relay)).rejects.toThrow()
  })

  it('lets it ask nobody outside, and keeps what it says', async () => {
    await (await startRelay(binary, log)).stop()
    const said = 'reads from the environment: --from-env, events to http://127.0.0.1:9, home undefined\n'
    expect(readFileSync(log, 'utf8')).toBe(said)
  })

  it('says where to look when it ends at once', async () => {
    writeFileSync(join(folder, 'broken'), `#!${process.execPath}\nprocess.exit(1)\n`, { mode: 0o755 })
    await expect(startRelay(join(folder, 'broken'), log)).rejects.toThrow(`The relay has ended: see ${log}`)
  })

  it('says where to look when it cannot be started', async () => {
    await expect(startRelay(join(folder, 'nowhere'), log)).rejects.toThrow(/relay/i)
  })
})
