import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressAtPort, findAddress, publishAddress } from './devAddress.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'telltale-address-'))))
afterAll(() => rm(folder, { recursive: true }))

test('services that end leave the address of other services in the same folder', async () => {
  const endFirst = await publishAddress(folder, 'http://127.0.0.1:4801')
  const endSecond = await publishAddress(folder, 'http://127.0.0.1:4802')
  expect(await findAddress(folder)).toBe('http://127.0.0.1:4802')
  await endSecond()
  expect(await findAddress(folder)).toBe('http://127.0.0.1:4801')
  await endFirst()
  expect(await findAddress(folder)).toBeUndefined()
  expect(await readdir(join(folder, '.telltale'))).toEqual(['.gitignore'])
})

test('services that were killed do not count as running, even if another program has their port now', async () => {
  const url = 'http://127.0.0.1:4801'
  const end = await publishAddress(folder, url)
  expect(await addressAtPort(folder, 4801)).toBe(url)
  expect(await addressAtPort(folder, 4802)).toBeUndefined()
  await writeFile(join(folder, '.telltale', 'address'), `${url} ${spawnSync(process.execPath, ['-e', '']).pid}\n`)
  expect(await addressAtPort(folder, 4801)).toBeUndefined()
  await end()
})
