import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sqliteStore } from '../sqlite.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { ask, hoursIn, parquetForTests } from '../testing/parquetForTests.ts'
import { startOutletProcess } from '../testing/startOutletProcess.ts'

const { folder, open } = parquetForTests()

const HOUR = 3_600_000
const ROUNDS = 20

it('has each event once, however often its process is killed while events arrive', { timeout: 300_000 }, async () => {
  const at = await folder()
  const [file, files] = [join(at, 'events.db'), join(at, 'files')]
  const store = await sqliteStore({ file })
  let sent = 0
  let isOver = false
  const sender = (async () => {
    while (!isOver) {
      // Some arrive from an hour that is over.
      const receivedAt = Date.now() - (sent % 3) * HOUR
      await store.append(
        batchOf(
          [1, 2, 3, 4, 5].map(() => eventWith()),
          { receivedAt },
        ),
      )
      sent += 5
      await setTimeout(5)
    }
  })()
  for (let round = 0; round < ROUNDS; round += 1) {
    const outlet = await startOutletProcess(file, files)
    await setTimeout(Math.random() * 200)
    outlet.kill('SIGKILL')
    await once(outlet, 'close')
    const [[rows, ids, places]] = (await ask(
      { folder: files, store },
      "select count(*), count(distinct id), count(distinct body->>'$.id') from events",
    )) as [[number, number, number]]
    expect([ids, places]).toEqual([rows, rows])
  }
  isOver = true
  await sender
  const count = await store.count()
  expect(count).toBe(sent)
  expect(await ask({ folder: files, store }, 'select count(*), count(distinct id) from events')).toEqual([
    [count, count],
  ])
  const outlet = await open({ store, folder: files, maxOpenBytes: 10_000 })
  await outlet.written()
  expect(await ask({ folder: files }, 'select count(*), count(distinct id) from events')).toEqual([[count, count]])
  expect((await hoursIn(files)).length).toBeGreaterThan(ROUNDS)
  await store.close()
})

it('refuses a folder that another outlet writes to, until that has ended or was killed', async () => {
  const at = await folder()
  const [file, files] = [join(at, 'events.db'), join(at, 'files')]
  const store = await sqliteStore({ file })
  const other = await startOutletProcess(file, files)
  await expect(open({ store, folder: files })).rejects.toThrow(
    `The process ${other.pid} writes to ${files}. End it, or choose another folder.`,
  )
  other.kill('SIGKILL')
  await once(other, 'close')
  const first = await open({ store, folder: files })
  await expect(open({ store, folder: files })).rejects.toThrow(`The process ${process.pid} writes to`)
  await expect(startOutletProcess(file, files)).rejects.toThrow(`The process ${process.pid} writes to`)
  await first.stop()
  const attempts = await Promise.allSettled([1, 2, 3, 4, 5].map(() => open({ store, folder: files })))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await Promise.all(attempts.map((one) => one.status === 'fulfilled' && one.value.stop()))
  await store.close()
})
