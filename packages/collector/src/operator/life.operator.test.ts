import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { operate } from './operatedCollector.ts'
import { expectWell } from './outage.ts'
import { placeForTests } from './place.ts'
import { faultsOf, idsInFile } from './readStore.ts'
import { telltaleCollector } from './runProgram.ts'
import { createSender } from './sender.ts'

const path = placeForTests()
let stages = 0

async function stage(...args: readonly string[]) {
  const file = path(`${(stages += 1)}.db`)
  const line = ['--port', '0', '--host', '127.0.0.1', '--store', file, ...args]
  return { file, line, sender: createSender(), collector: await operate({ args: line }) }
}

describe('the end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s under load is 0, with a last line, and nothing is lost',
    async (signal) => {
      const { collector, sender, file } = await stage()
      let isOver = false
      const sending = Array.from({ length: 8 }, async () => {
        while (!isOver) await sender.send(collector.port(), { count: 20 })
      })
      await setTimeout(1000)
      expect(await collector.end(signal)).toBe(0)
      isOver = true
      await Promise.all(sending)
      expect(collector.log().at(-1)).toMatchObject({ level: 30, msg: 'The collector has ended.' })
      expect(sender.acknowledged.size).toBeGreaterThan(100)
      expect(sender.missingIn(idsInFile(file))).toEqual([])
    },
  )

  it('takes kill -9 for no reason to lose what was acknowledged', async () => {
    const { collector, sender, file, line } = await stage()
    let isOver = false
    const sending = Array.from({ length: 8 }, async () => {
      while (!isOver) await sender.send(collector.port(), { count: 20 })
    })
    await setTimeout(700)
    expect(await collector.end('SIGKILL')).toBe('SIGKILL')
    isOver = true
    await Promise.all(sending)
    const again = await operate({ args: line })
    await expectWell(again, sender)
    expect(sender.missingIn(idsInFile(file))).toEqual([])
    expect(await again.end('SIGTERM')).toBe(0)
    expect(faultsOf(file)).toBe('ok')
  })

  it('is announced: readiness says draining while a page is still sending, and the page gets its answer', async () => {
    const { collector, file } = await stage()
    const batch = JSON.stringify({
      app: { name: 'Quotes' },
      events: [{ id: ID, name: 'Quote sent', at: Date.now(), url: 'https://a.example/', properties: {}, identity: {} }],
    })
    const page = connect(collector.port(), '127.0.0.1')
    let heard = ''
    page.on('data', (text) => (heard += text.toString()))
    page.write(
      `POST /collect HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${batch.length}\r\n\r\n`,
    )
    page.write(batch.slice(0, 20))
    await setTimeout(300)
    collector.signal('SIGTERM')
    await expect.poll(() => collector.log().map(({ msg }) => msg)).toContain('The collector is ending.')
    const health = await collector.get('/health/ready')
    page.write(batch.slice(20))
    expect(await collector.ended).toBe(0)
    expect(heard).toMatch(/^HTTP\/1\.1 202/)
    expect(idsInFile(file)).toEqual([ID])
    expect({ status: health.status, text: health.text }).toEqual({
      status: 503,
      text: expect.stringContaining('draining'),
    })
  })

  it('comes after two seconds in which a balancer reads that it is draining, and at once by a second signal', async () => {
    const { collector, sender } = await stage()
    collector.signal('SIGTERM')
    await setTimeout(1000)
    expect(await collector.get('/health/ready')).toMatchObject({
      status: 503,
      text: expect.stringContaining('draining'),
    })
    expect((await sender.send(collector.port())).status).toBe(202)
    expect(await collector.ended).toBe(0)
    const other = await stage()
    other.collector.signal('SIGTERM')
    await setTimeout(300)
    const since = performance.now()
    expect(await other.collector.end('SIGTERM')).toBe(0)
    expect(performance.now() - since).toBeLessThan(1500)
  })

  it('comes within seconds when a page never ends its request', async () => {
    const { collector } = await stage()
    const page = connect(collector.port(), '127.0.0.1').on('error', () => undefined)
    page.write('POST /collect HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{')
    await setTimeout(300)
    // Orchestrators wait for 30 seconds, and then kill.
    expect(await Promise.race([collector.end('SIGTERM'), setTimeout(25_000, 'does not end')])).toBe(0)
  })
})

const ID = '019ab2f4-6a3e-7cc3-98c4-dc0c0c07398f'

it('a port that is taken ends the start with 1 and a sentence that names it', async () => {
  const { collector } = await stage()
  const port = String(collector.port())
  const { code, error } = telltaleCollector(['--port', port, '--host', '127.0.0.1', '--store', path('taken.db')])
  expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(new RegExp(`${port}.*EADDRINUSE`)) })
})

describe('SIGHUP', () => {
  const KEYS = path('keys.json')
  const keys = (...names: readonly string[]) =>
    writeFileSync(KEYS, JSON.stringify(Object.fromEntries(names.map((name) => [name, { app: 'Quotes' }]))))
  const using = (key: string) => ({ app: 'Quotes', headers: { authorization: `Bearer ${key}` } })

  it('makes it read its keys again, without an end and with a line in the log', async () => {
    keys('first')
    const { collector, sender } = await stage('--keys', KEYS)
    expect((await sender.send(collector.port(), using('second'))).status).toBe(401)
    keys('second')
    const before = collector.log().length
    collector.signal('SIGHUP')
    await expect.poll(() => collector.log().length, { timeout: 5000 }).toBeGreaterThan(before)
    expect((await sender.send(collector.port(), using('second'))).status).toBe(202)
    expect((await sender.send(collector.port(), using('first'))).status).toBe(401)
  })

  it('leaves the keys as they were when the file is broken, and the log says so', async () => {
    keys('first')
    const { collector, sender } = await stage('--keys', KEYS)
    writeFileSync(KEYS, '{ "second": ')
    collector.signal('SIGHUP')
    await expect.poll(() => JSON.stringify(collector.log()), { timeout: 5000 }).toMatch(/"level":[45]0[^}]*keys\.json/)
    expect((await sender.send(collector.port(), using('first'))).status).toBe(202)
  })

  it('makes it read its plan again', async () => {
    const plan = path('plan.json')
    const write = (required: readonly string[]) =>
      writeFileSync(plan, JSON.stringify({ events: { 'Quote sent': { type: 'object', required } } }))
    write(['total'])
    const { collector, sender } = await stage('--plan', plan)
    expect((await sender.send(collector.port())).status).toBe(422)
    write([])
    collector.signal('SIGHUP')
    await expect.poll(async () => (await sender.send(collector.port())).status, { timeout: 5000 }).toBe(202)
  })

  it('ends no collector: what was sent before and after is stored', async () => {
    const { collector, sender, file } = await stage()
    await expectWell(collector, sender)
    collector.signal('SIGHUP')
    await setTimeout(500)
    expect((await sender.send(collector.port())).status).toBe(202)
    expect(sender.missingIn(idsInFile(file))).toEqual([])
  })
})

it('a configuration file that is gone after the start changes nothing until the next one', async () => {
  const config = path('collector.json')
  writeFileSync(config, JSON.stringify({ origin: ['https://app.example.com'] }))
  const { collector, sender, line } = await stage('--config', config)
  renameSync(config, `${config}.gone`)
  await expectWell(collector, sender)
  await collector.end('SIGTERM')
  expect(telltaleCollector(line, { timeout: 5000 })).toMatchObject({ code: 1, error: expect.stringContaining(config) })
  expect(readFileSync(`${config}.gone`, 'utf8')).toContain('app.example.com')
})
