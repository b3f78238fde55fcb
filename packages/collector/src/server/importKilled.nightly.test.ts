import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../../../scripts/build/ensureBuilt.mjs'
import { sqliteReader } from '../sqlite.ts'
import { erased } from '../testing/erasing.ts'
import { sqliteForTests } from '../testing/sqliteForTests.ts'
import { contentOf, oldBatch, wholeEvents } from '../testing/wholeEvents.ts'

const PACKAGE = join(import.meta.dirname, '../..')
const EVENTS = 20_000
const ROUNDS = 6

const { path, open } = sqliteForTests()
beforeAll(async () => {
  const { ok } = await ensureBuilt({ folders: ['packages/collector'] })
  expect(ok, 'packages/collector can be built').toBe(true)
}, 120_000)

test('an import that is killed repeatedly is completed by running it again, without copies and deleted people', async () => {
  const [source, target] = [path('source.db'), path('target.db')]
  const store = await open(source)
  await store.append(oldBatch(wholeEvents(EVENTS, (n) => ({ person: n % 10 ? 'bo' : 'ada' }))))
  await erased(store, { kind: 'person', id: 'ada' })
  const content = await contentOf(store)
  await store.close()

  let killed = 0
  const countIn = async () => {
    const reader = sqliteReader(target)
    return reader.count().finally(() => reader.close())
  }
  async function run(killAfter?: number): Promise<string> {
    const child = spawn(process.execPath, ['dist/cli.js', 'import', source, '--store', target], { cwd: PACKAGE })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    const ended = once(child, 'close')
    if (killAfter !== undefined) {
      // From the first event that is stored on.
      while (child.exitCode === null && (await countIn().catch(() => 0)) <= killAfter) await setTimeout(2)
      if (child.kill('SIGKILL')) killed += 1
    }
    await ended
    return output
  }
  for (let round = 0; round < ROUNDS; round += 1) await run(round * 2000)
  expect(killed).toBeGreaterThan(2)
  expect(await run()).toMatch(/^Events: \d+ new, \d+ known, 0 erased, 0 refused\./)
  expect(await run()).toContain(`0 new, ${content.length} known`)
  const reader = await open(target)
  expect(await contentOf(reader)).toEqual(content)
  expect(await reader.append(oldBatch(wholeEvents(1, () => ({ person: 'ada' }))))).toEqual(['erased'])
  await reader.close()
})
