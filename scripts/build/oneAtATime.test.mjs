import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oneAtATime } from './oneAtATime.mjs'

/** @type {string} */
let folder
/** @type {string} */
let lockFile
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-at-a-time-'))
  lockFile = join(folder, 'made/lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('work that begins while other work runs waits for its end, and says so once', async () => {
  /** @type {string[]} */
  const happened = []
  /** @param {string} name */
  const work = (name) => async () => {
    happened.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    happened.push(`${name} ends`)
  }
  /** @type {string[]} */
  const said = []
  /** @param {string} line */
  const say = (line) => said.push(line)
  await Promise.all([oneAtATime(lockFile, work('a'), say), oneAtATime(lockFile, work('b'), say)])
  expect(happened).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  expect(said).toEqual([`Another build is running (process ${process.pid}); waiting for it …`])
})

test('nothing is left behind, not even by work that fails', async () => {
  const fails = () => Promise.reject(new Error('no'))
  await expect(oneAtATime(lockFile, fails, () => {})).rejects.toThrow('no')
  expect(existsSync(lockFile)).toBe(false)
})

test('a process that died while it worked holds nobody up', async () => {
  const lock = join(folder, 'lock')
  const deadProcess = 2 ** 22 + 1
  writeFileSync(lock, String(deadProcess))
  expect(
    await oneAtATime(
      lock,
      async () => 'done',
      () => {},
    ),
  ).toBe('done')
})
