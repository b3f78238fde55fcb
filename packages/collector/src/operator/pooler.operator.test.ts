import { type PostgresServer, startPostgres } from 'stage/startPostgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { operate } from './operatedCollector.ts'
import { expectOutage, expectWell } from './outage.ts'
import { placeForTests } from './place.ts'
import { compare, idsInDatabase, THE_SAME } from './readStore.ts'
import { plainEnvironment, telltaleCollector } from './runProgram.ts'
import { createSender } from './sender.ts'
import { type Pooler, type PoolerOptions, startPooler } from './startPooler.ts'

const path = placeForTests()
const LINE = ['--port', '0', '--host', '127.0.0.1']
const PORT = 14_814
let server: PostgresServer
let pooler: Pooler | undefined

beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.stop())
afterEach(async () => {
  await pooler?.stop()
  pooler = undefined
})

const between = async (mode: PoolerOptions['mode'], size: number) =>
  (pooler = await startPooler({ target: server.url, mode, size, port: PORT, folder: path(`pooler-${mode}-${size}`) }))

describe.each(['session', 'transaction'] as const)('PgBouncer in %s mode', (mode) => {
  // A collector that cannot work with it may say so instead, before it takes anything.
  it('lets two collectors store each event once, or each says in a sentence that it cannot work with it', async () => {
    const { url } = await between(mode, 30)
    const env = { TELLTALE_COLLECTOR_STORE: url }
    const collectors = await Promise.all([1, 2].map(() => operate({ args: LINE, env }, 'later')))
    const said = (one: (typeof collectors)[number]) => JSON.stringify(one.log()) + one.said()
    await Promise.all(collectors.map((one) => expect.poll(() => said(one)).toMatch(/listening|pool/i)))
    if (!collectors.every((one) => said(one).includes('listening'))) return
    const before = new Set(idsInDatabase(server.url))
    const sender = createSender()
    const statuses: number[] = []
    for (let round = 0; round < 20; round += 1)
      for (const { status } of await Promise.all(collectors.map((one) => sender.send(one.port()))))
        statuses.push(status)
    expect(
      statuses.filter((status) => status !== 202),
      JSON.stringify(collectors.map((one) => one.log())),
    ).toEqual([])
    await Promise.all(collectors.map((one) => sender.again(one.port())))
    for (const one of collectors) {
      await expectWell(one, sender)
      expect((await one.get('/loss')).status).toBe(200)
      expect((await one.get('/events')).status).toBe(200)
    }
    const stored = idsInDatabase(server.url).filter((id) => !before.has(id))
    expect(compare(stored, sender.acknowledged)).toEqual(THE_SAME)
    expect(await Promise.all(collectors.map((one) => one.end('SIGTERM')))).toEqual([0, 0])
  })
})

it('PgBouncer in session mode that is killed and started again makes a collector not ready, and ready', async () => {
  const { url } = await between('session', 30)
  const collector = await operate({ args: LINE, env: { TELLTALE_COLLECTOR_STORE: url } })
  const sender = createSender()
  await expectWell(collector, sender)
  await pooler?.stop()
  await expectOutage(collector, { sender, reason: /ECONNREFUSED/ })
  await between('session', 30)
  await expectWell(collector, sender)
  expect(sender.missingIn(idsInDatabase(server.url))).toEqual([])
})

it('PgBouncer in session mode lets the commands of the tables work', async () => {
  const env = { ...plainEnvironment(), TELLTALE_COLLECTOR_STORE: (await between('session', 30)).url }
  for (const command of ['migrate', 'retention'])
    expect(telltaleCollector([command], { env })).toMatchObject({ code: 0, error: '' })
})

describe('PgBouncer in transaction mode, which the documents exclude,', () => {
  it.each([1, 30])('ends a start with 1 and a sentence: with %i connections', async (size) => {
    const env = { ...plainEnvironment(), TELLTALE_COLLECTOR_STORE: (await between('transaction', size)).url }
    const { code, error } = telltaleCollector(LINE, { env })
    expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/^The option --store .*pool/) })
    expect(error).not.toMatch(/^\s+at /m)
  })

  it.each(['migrate', 'migrate --dry-run', 'retention', 'retention --days 40'])(
    'ends the command %s with 1 and a sentence',
    async (command) => {
      const env = { ...plainEnvironment(), TELLTALE_COLLECTOR_STORE: (await between('transaction', 30)).url }
      const { code, error } = telltaleCollector(command.split(' '), { env })
      expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/^The option --store .*pool/) })
      expect(error).not.toMatch(/^\s+at /m)
    },
  )

  it('that takes the place of one in session mode makes a collector not ready, and ready when that one is back', async () => {
    const { url } = await between('session', 30)
    const collector = await operate({ args: LINE, env: { TELLTALE_COLLECTOR_STORE: url } })
    const sender = createSender()
    await expectWell(collector, sender)
    await pooler?.stop()
    await between('transaction', 30)
    await expectOutage(collector, { sender, reason: /POOLER_IN_TRANSACTION_MODE/ })
    await pooler?.stop()
    await between('session', 30)
    await expectWell(collector, sender)
    expect(sender.missingIn(idsInDatabase(server.url))).toEqual([])
  })
})

it('PgBouncer with fewer connections than a collector wants lets it work, or the log says that they are too few', async () => {
  const { url } = await between('session', 3)
  const collector = await operate({ args: LINE, env: { TELLTALE_COLLECTOR_STORE: url } }, 'later')
  const sender = createSender()
  const isWell = expectWell(collector, sender).then(() => 'well')
  const says = expect
    .poll(
      () =>
        collector
          .log()
          .map(({ reason = '' }) => reason)
          .join(),
      { timeout: 60_000 },
    )
    .toMatch(/timeout|connection|pool/i)
  expect(await Promise.any([isWell, says.then(() => 'says')])).toMatch(/well|says/)
  expect(sender.missingIn(idsInDatabase(server.url))).toEqual([])
})
