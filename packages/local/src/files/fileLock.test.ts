import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeAbandonedLock, withFileLock } from './fileLock.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-locked-'))
  path = join(folder, 'file.json')
  await writeFile(path, '0')
})
afterEach(() => rm(folder, { recursive: true }))

/** Reads, waits and writes, as an edit does. */
const countUp = (file = path) =>
  withFileLock(file, async () => {
    const count = Number(await readFile(file, 'utf8'))
    await new Promise((resolve) => setTimeout(resolve, 1))
    await writeFile(file, String(count + 1))
  })

test('only one at a time works with a file, also through a link, and no lock is left', async () => {
  await symlink(path, join(folder, 'link.json'))
  const both = [path, join(folder, 'link.json')]
  await Promise.all(Array.from({ length: 20 }, (_, index) => countUp(both[index % 2])))
  expect(await readFile(path, 'utf8')).toBe('20')
  expect((await readdir(folder)).sort()).toEqual(['file.json', 'link.json'])
})

test('the lock is given up when the work fails', async () => {
  await expect(withFileLock(path, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  await countUp()
  expect(await readFile(path, 'utf8')).toBe('1')
})

test.each([
  ['of a process that was killed', () => `${spawnSync(process.execPath, ['-e', '']).pid} 7b`],
  ['of an earlier process with the id of this one', () => `${process.pid} 7b`],
])('a lock %s is removed', async (_, owner) => {
  await writeFile(`${path}.lock`, owner())
  await Promise.all(Array.from({ length: 10 }, () => countUp()))
  expect(await readFile(path, 'utf8')).toBe('10')
  expect(await readdir(folder)).toEqual(['file.json'])
})

test('a start removes the lock that a killed process has left', async () => {
  await writeFile(`${path}.lock`, `${spawnSync(process.execPath, ['-e', '']).pid} 7b`)
  removeAbandonedLock(path)
  expect(await readdir(folder)).toEqual(['file.json'])
})

test('a lock of a process that runs is respected, and named when it stays', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await writeFile(`${path}.lock`, `${other.pid} 7b`)
  await expect(withFileLock(path, countUp, 30)).rejects.toThrow(
    `another process keeps ${path}.lock. Delete it if none is running`,
  )
  expect(await readFile(path, 'utf8')).toBe('0')
  other.kill('SIGKILL')
})
