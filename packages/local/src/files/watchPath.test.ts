import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { watchPath } from './watchPath.ts'

/** One hour: these tests cover the events of the file system, not polling. */
const NEVER = 3_600_000

let folder: string
let path: string
let calls: number
let watcher: { close(): void } | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-watch-'))
  path = join(folder, 'file.json')
  await writeFile(path, '0')
  calls = 0
})
afterEach(async () => {
  watcher?.close()
  await rm(folder, { recursive: true })
})

function watch(pollMs = NEVER): void {
  watcher = watchPath(path, () => void calls++, pollMs)
}

async function heard(): Promise<void> {
  const before = calls
  await expect.poll(() => calls).toBeGreaterThan(before)
}

describe('watchPath', () => {
  test('reports each save that renames a new file over the old one', async () => {
    watch()
    for (const text of ['1', '2', '3']) {
      await writeFile(join(folder, 'new'), text)
      const soon = heard()
      await rename(join(folder, 'new'), path)
      await soon
    }
  })

  test('reports each save in place, and when the file is removed or restored', async () => {
    watch()
    for (const text of ['1', '2']) {
      const soon = heard()
      await writeFile(path, text)
      await soon
    }
    const gone = heard()
    await rm(path)
    await gone
    const back = heard()
    await writeFile(path, '3')
    await back
  })

  test('reports a change behind a symbolic link, for which the file system sends no event', async () => {
    await rm(path)
    const elsewhere = await mkdtemp(join(tmpdir(), 'telltale-target-'))
    await writeFile(join(elsewhere, 'target.json'), '0')
    await symlink(join(elsewhere, 'target.json'), path)
    watch(20)
    const soon = heard()
    await writeFile(join(elsewhere, 'target.json'), 'longer')
    await soon
    await rm(elsewhere, { recursive: true })
  })

  test('reports neither changes of other files nor changes after it was closed', async () => {
    watch()
    await writeFile(join(folder, 'other.json'), '1')
    const soon = heard()
    await writeFile(path, '1')
    await soon
    expect(calls).toBe(1)
    watcher?.close()
    const later = watchPath(path, () => void calls++, NEVER)
    watcher = later
    await writeFile(path, '2')
    await expect.poll(() => calls).toBe(2)
  })
})
