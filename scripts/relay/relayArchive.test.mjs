import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { relayArchive } from './relayArchive.mjs'

describe.skipIf(process.platform === 'win32')("the relay's archive", () => {
  let folder = ''
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'telltale-archive-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  const unpack = (/** @type {number} */ dataVersion) => {
    const flags = { 'a-flag': { version: 3, isOn: true } }
    writeFileSync(join(folder, 'archive.tar.gz'), relayArchive({ environment: 'env-id', dataVersion, flags }))
    const names = execFileSync('tar', ['-xvzf', 'archive.tar.gz'], { cwd: folder, encoding: 'utf8' }).trim().split('\n')
    const read = (/** @type {string} */ name) => readFileSync(join(folder, name))
    return { names, read }
  }

  it('is unpacked by tar, and has no folders', () => {
    expect(unpack(1).names).toEqual(['env-id-data.json', 'env-id.json', 'checksum.md5'])
  })

  it('names its environment, and says when its flags are others', () => {
    const metadata = JSON.parse(String(unpack(1).read('env-id.json')))
    expect(metadata.env.envID).toBe('env-id')
    expect(JSON.parse(String(unpack(2).read('env-id.json'))).dataId).not.toBe(metadata.dataId)
  })

  it('has flags that a browser may see', () => {
    const { flags } = JSON.parse(String(unpack(1).read('env-id-data.json')))
    expect(flags['a-flag']).toMatchObject({ key: 'a-flag', version: 3, on: true })
    expect(flags['a-flag'].clientSideAvailability.usingEnvironmentId).toBe(true)
  })

  it('has the checksum of its files in the order of their names', () => {
    const { read } = unpack(1)
    const expected = createHash('md5').update(read('env-id-data.json')).update(read('env-id.json')).digest()
    expect(read('checksum.md5')).toEqual(expected)
  })
})
