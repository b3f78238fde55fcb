import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { operate } from './operatedCollector.ts'
import { placeForTests } from './place.ts'
import { idsInFile } from './readStore.ts'
import { createSender } from './sender.ts'
import { type Nginx, startNginx } from './startNginx.ts'

const path = placeForTests()
const NGINX_PORT = 14_813
let files = 0
let proxy: Nginx | undefined
afterEach(async () => {
  await proxy?.stop()
  proxy = undefined
})

async function stage(...args: readonly string[]) {
  const file = path(`${(files += 1)}.db`)
  const collector = await operate({ args: ['--port', '0', '--host', '127.0.0.1', '--store', file, ...args] })
  return { file, collector, sender: createSender() }
}

const behindNginx = async (target: number, forwardedFor = '$proxy_add_x_forwarded_for') =>
  (proxy = await startNginx({ target, port: NGINX_PORT, forwardedFor, folder: path(`nginx-${files}`) }))

describe('a proxy that keeps idle connections for a minute', () => {
  it('never answers 502, however long pages are silent', { timeout: 180_000 }, async () => {
    const { collector, sender, file } = await stage()
    const { port } = await behindNginx(collector.port())
    const statuses: number[] = []
    for (const silence of [0, 4900, 5000, 5100, 30_000, 58_000]) {
      await setTimeout(silence)
      statuses.push((await sender.send(port)).status)
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 202])
    expect(sender.missingIn(idsInFile(file))).toEqual([])
  })

  it('finds its connection as it left it after 61 seconds', { timeout: 180_000 }, async () => {
    const { collector } = await stage()
    const socket = connect(collector.port(), '127.0.0.1')
    let heard = ''
    let isOpen = true
    socket.on('data', (text) => (heard += text.toString())).on('close', () => (isOpen = false))
    const ask = () => socket.write('GET /health/live HTTP/1.1\r\nHost: collector\r\n\r\n')
    ask()
    await expect.poll(() => heard).toContain('200 OK')
    heard = ''
    await setTimeout(61_000)
    expect(isOpen).toBe(true)
    ask()
    await expect.poll(() => heard).toContain('200 OK')
    socket.destroy()
  })

  it('hears of an end before it sends more: SIGTERM breaks no batch', async () => {
    const { collector, sender, file } = await stage()
    const { port } = await behindNginx(collector.port())
    let isOver = false
    const sending = Array.from({ length: 4 }, async () => {
      const statuses: number[] = []
      while (!isOver) statuses.push((await sender.send(port)).status)
      return statuses
    })
    await setTimeout(1000)
    expect(await collector.end('SIGTERM')).toBe(0)
    isOver = true
    const statuses = (await Promise.all(sending)).flat()
    // 502 is what nginx says when nobody listens any more.
    expect([...new Set(statuses)].filter((status) => ![202, 502, 503].includes(status))).toEqual([])
    expect(sender.missingIn(idsInFile(file))).toEqual([])
  })
})

/** How many of these batches, sent in the same moment, were not too many for one address. */
async function admitted(forwarded: readonly string[], port: number) {
  const sender = createSender()
  const answers = await Promise.all(
    forwarded.map((value) => sender.send(port, { headers: { 'x-forwarded-for': value } })),
  )
  return answers.filter(({ status }) => status === 202).length
}

const ONE_A_SECOND = ['--trust-proxy', '--per-second-by-address', '1']

describe('a limit for each address, behind a proxy that writes', () => {
  it.each([
    ['addresses', ['203.0.113.1', '203.0.113.2', '203.0.113.3']],
    ['addresses with ports, as Azure does', ['203.0.113.1:4711', '203.0.113.2:4711', '203.0.113.3:4711']],
    ['addresses of IPv6', ['2001:db8:1::1', '2001:db8:2::1', '2001:db8:3::1']],
    ['addresses of IPv6 in brackets', ['[2001:db8:1::1]', '[2001:db8:2::1]', '[2001:db8:3::1]']],
    ['addresses of IPv6 with ports', ['[2001:db8:1::1]:80', '[2001:db8:2::1]:80', '[2001:db8:3::1]:80']],
    ['addresses of IPv4 as IPv6', ['::ffff:203.0.113.1', '::ffff:203.0.113.2', '::ffff:203.0.113.3']],
    [
      'addresses of IPv4 as IPv6 with ports',
      ['[::ffff:203.0.113.1]:1', '[::ffff:203.0.113.2]:1', '[::ffff:203.0.113.3]:1'],
    ],
    ['spaces', [' 203.0.113.1 ', '203.0.113.2  ', '  203.0.113.3']],
  ])('%s, three clients have three batches', async (_, forwarded) => {
    const { collector } = await stage(...ONE_A_SECOND)
    expect(await admitted(forwarded, collector.port())).toBe(3)
  })

  it.each([
    ['the same address', ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.1']],
    ['other ports', ['203.0.113.1:1', '203.0.113.1:2', '203.0.113.1:3', '203.0.113.1']],
    ['other addresses of one network of IPv6', ['2001:db8::1', '2001:db8::2', '[2001:db8::3]:80', '2001:DB8:0::4']],
    ['IPv4 as IPv6', ['::ffff:203.0.113.1', '203.0.113.1', '[::ffff:203.0.113.1]:80', '::FFFF:203.0.113.1']],
    ['what is no address', ['unknown', 'unknown', 'unknown', 'unknown']],
  ])('%s, one client has one batch', async (_, forwarded) => {
    const { collector } = await stage(...ONE_A_SECOND)
    expect(await admitted(forwarded, collector.port())).toBe(1)
  })

  it('the address at the end of what the client claims, a client that claims others has one batch', async () => {
    const { collector } = await stage(...ONE_A_SECOND)
    const { port } = await behindNginx(collector.port())
    await setTimeout(1100)
    expect(await admitted(['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'], port)).toBe(1)
  })

  it('nothing, a client that claims others has one batch without --trust-proxy', async () => {
    const { collector } = await stage('--per-second-by-address', '1')
    expect(await admitted(['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'], collector.port())).toBe(1)
  })

  it.each(['false', ''])(
    '%j as TELLTALE_COLLECTOR_TRUST_PROXY trusts nobody',
    async (TELLTALE_COLLECTOR_TRUST_PROXY) => {
      const args = ['--port', '0', '--host', '127.0.0.1', '--store', path(`${(files += 1)}.db`)]
      const collector = await operate({
        args: [...args, '--per-second-by-address', '1'],
        env: { TELLTALE_COLLECTOR_TRUST_PROXY },
      })
      expect(await admitted(['203.0.113.1', '203.0.113.2', '203.0.113.3'], collector.port())).toBe(1)
    },
  )
})
