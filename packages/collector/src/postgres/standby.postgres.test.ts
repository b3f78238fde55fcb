import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { batchOf, eventOf } from '../testing/events.ts'
import { sumsAreRight } from '../testing/keptSums.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'

const { open, query, server } = postgresForTests()

/** Resolves when the server takes connections. */
const answers = () =>
  expect
    .poll(
      () =>
        query('select').then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true)

it('a server that has become a standby reports what was counted before, and one line is logged', async () => {
  const said: unknown[][] = []
  const store = await open({ schema: freshSchema(), log: (...one) => said.push(one) })
  const now = Date.now()
  const note = (page: string) => store.append(batchOf([eventOf(page.length, { page, n: 3 })], { receivedAt: now }))
  const linesOfReports = () =>
    said.filter(([, message]) => String(message).match(/could not be counted\. |counted again/))
  await note('one')
  await sumsAreRight(store, { now })
  await note('second')

  const { rows } = await query("select current_setting('data_directory') as folder")
  const signal = join(rows[0].folder, 'standby.signal')
  await server().kill()
  writeFileSync(signal, '')
  // It does not resolve: a standby does not say that it takes connections as other servers say it.
  void server()
    .start()
    .catch(() => undefined)
  await answers()
  expect((await query('select pg_is_in_recovery() as is_standby')).rows).toEqual([{ is_standby: true }])
  for (let round = 0; round < 3; round += 1)
    expect(await store.loss?.({ now })).toMatchObject({ expected: 3, stored: 1, onTheWay: 2 })
  expect(linesOfReports()).toEqual([
    ['error', expect.stringMatching(/counted before\.$/), { reason: expect.stringContaining('read-only transaction') }],
  ])

  await server().kill()
  rmSync(signal)
  await server().start()
  await answers()
  await sumsAreRight(store, { now })
  expect(await store.loss?.({ now })).toMatchObject({ expected: 6, stored: 2, onTheWay: 4 })
  expect(linesOfReports().slice(1)).toEqual([['info', expect.stringMatching(/counted again\.$/), {}]])
})
