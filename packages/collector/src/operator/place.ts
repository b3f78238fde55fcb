import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { ensureBuilt } from '../../../../scripts/build/ensureBuilt.mjs'
import { endAll } from './operatedCollector.ts'

const MINUTES = 60_000

/** Builds the collector before the tests of a file, and gives them a folder that is removed after them. */
export function placeForTests(): (...names: readonly string[]) => string {
  const folder = mkdtempSync(join(tmpdir(), 'collector-operator-'))
  // Other users of the system may get in.
  chmodSync(folder, 0o777)
  beforeAll(async () => {
    const { ok } = await ensureBuilt({ folders: ['packages/collector'] })
    expect(ok, 'packages/collector can be built').toBe(true)
  }, 2 * MINUTES)
  afterEach(endAll)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return (...names) => join(folder, ...names)
}
