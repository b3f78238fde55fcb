import { mkdirSync } from 'node:fs'
import { type PostgresServer, startPostgres } from 'stage/startPostgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operate } from './operatedCollector.ts'
import { expectOutage, expectWell } from './outage.ts'
import { placeForTests } from './place.ts'
import { compare, idsInDatabase, psql } from './readStore.ts'
import { telltaleCollector, plainEnvironment } from './runProgram.ts'
import { type Secured, secureServer } from './secureServer.ts'
import { createSender } from './sender.ts'

const path = placeForTests()
const LINE = ['--port', '0', '--host', '127.0.0.1']
let server: PostgresServer
let secured: Secured

beforeAll(async () => {
  server = await startPostgres()
  mkdirSync(path('tls'))
  secured = secureServer(server, path('tls'))
})
afterAll(() => server.stop())

const start = (query: string, env: Readonly<Record<string, string>> = {}, when: 'listening' | 'later' = 'listening') =>
  operate({ args: LINE, env: { TELLTALE_COLLECTOR_STORE: `${secured.url}${query}`, ...env } }, when)

/** The connections of a collector to the server, by whether they are encrypted. */
const encrypted = () =>
  psql(
    server.url,
    "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'telltale_secure'",
  )

const disconnect = () =>
  psql(server.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'telltale_secure'")

const stored = () => idsInDatabase(`${secured.url}?sslmode=require`)
const trusted = () => `?sslmode=verify-full&sslrootcert=${secured.certificate}`

describe('a server that takes TLS alone', () => {
  it.each([
    ['sslmode=verify-full and sslrootcert', () => start(trusted())],
    ['sslmode=verify-ca and sslrootcert', () => start(`?sslmode=verify-ca&sslrootcert=${secured.certificate}`)],
    [
      'sslmode=require, and NODE_EXTRA_CA_CERTS',
      () => start('?sslmode=require', { NODE_EXTRA_CA_CERTS: secured.certificate }),
    ],
    ['sslmode=no-verify', () => start('?sslmode=no-verify')],
  ])('has the events of a collector with %s, over encrypted connections alone', async (_, begin) => {
    const collector = await begin()
    const sender = createSender()
    await expectWell(collector, sender)
    expect(encrypted()).toEqual(['t'])
    expect(compare(stored(), sender.acknowledged).missing).toBe(0)
    expect(await collector.end('SIGTERM')).toBe(0)
    expect(JSON.stringify(collector.log()) + collector.said()).not.toContain(secured.password)
  })

  it.each([
    ['without a word on TLS', '', /28000|no encryption/],
    ['that does not trust its certificate', '?sslmode=verify-full', /self.signed/i],
    ['with a wrong password', 'wrong', /28P01|password authentication failed/],
  ])('is not reached by a collector %s, which says why and never its password', async (_, query, reason) => {
    const env =
      query === 'wrong'
        ? { TELLTALE_COLLECTOR_STORE: secured.url.replace(secured.password, 'wrong-secret') + trusted() }
        : {}
    const collector = await start(query === 'wrong' ? '' : query, env, 'later')
    const said = () => JSON.stringify(collector.log()) + collector.said()
    await expect.poll(said, { timeout: 10_000 }).toMatch(reason)
    expect(said()).not.toContain(secured.password)
    expect(said()).not.toContain('wrong-secret')
    expect(said()).not.toContain('listening')
  })

  it('that gets another certificate is not ready with the reason until a start that trusts it', async () => {
    const collector = await start(trusted())
    const sender = createSender()
    await expectWell(collector, sender)
    const { trust } = secured.renew()
    disconnect()
    await expectOutage(collector, { sender, reason: /CERT|SIGNED|signature/i })
    trust()
    expect(await collector.end('SIGTERM')).toBe(0)
    const again = await start(trusted())
    await expectWell(again, sender)
    expect(compare(stored(), sender.acknowledged).missing).toBe(0)
  })

  it('is reached by the commands migrate and retention', () => {
    const env = { ...plainEnvironment(), TELLTALE_COLLECTOR_STORE: `${secured.url}${trusted()}` }
    expect(telltaleCollector(['migrate'], { env })).toMatchObject({ code: 0, error: '' })
    expect(telltaleCollector(['retention'], { env })).toMatchObject({ code: 0, error: '' })
  })
})

it('a server without TLS is not reached with sslmode=verify-full, and the log says why', async () => {
  const plain = await startPostgres()
  try {
    const env = { TELLTALE_COLLECTOR_STORE: `${plain.url}?sslmode=verify-full` }
    const collector = await operate({ args: LINE, env }, 'later')
    const said = () => JSON.stringify(collector.log()) + collector.said()
    await expect.poll(said, { timeout: 10_000 }).toMatch(/SSL|TLS/)
    expect(said()).not.toContain('listening')
  } finally {
    await plain.stop()
  }
})
