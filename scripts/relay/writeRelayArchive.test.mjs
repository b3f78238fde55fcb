import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeRelayArchive } from './writeRelayArchive.mjs'

test('the archive of the relay has no folders, names its environment, has flags for browsers, and the checksum of its files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-archive-'))
  writeRelayArchive(folder, { environment: 'env-id', dataVersion: 7, flags: { 'a-flag': { version: 3, isOn: true } } })
  const names = execFileSync('tar', ['-xvzf', 'archive.tar.gz'], { cwd: folder, encoding: 'utf8' }).trim().split('\n')
  const [data = '', metadata = '', checksum = ''] = names.map((name) => readFileSync(join(folder, name), 'latin1'))
  rmSync(folder, { recursive: true })

  expect(names).toEqual(['env-id-data.json', 'env-id.json', 'checksum.md5'])
  expect(JSON.parse(metadata)).toMatchObject({ env: { envID: 'env-id' }, dataId: '"7"' })
  const availability = { usingEnvironmentId: true }
  expect(JSON.parse(data).flags['a-flag']).toMatchObject({ version: 3, on: true, clientSideAvailability: availability })
  expect(checksum).toBe(createHash('md5').update(data).update(metadata).digest().toString('latin1'))
})
