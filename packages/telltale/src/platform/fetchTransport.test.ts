import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { createHttp } from '../core/http/http.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fetchTransport } from './fetchTransport.ts'

const http = createHttp({ ...fakePlatform(), transport: fetchTransport })

/** A port at which each connection is treated so. */
async function portOf(treat: 'closed' | 'reset' | 'garbage'): Promise<{ url: string; close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (treat === 'reset') socket.once('data', () => socket.resetAndDestroy())
    else socket.end('This is not HTTP.\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  if (treat === 'closed') await new Promise((resolve) => server.close(resolve))
  return { url, close: () => server.close() }
}

it.each(['closed', 'reset', 'garbage'] as const)(
  'a real request that gets no response is a network error: the port is %s',
  async (treat) => {
    const { url, close } = await portOf(treat)
    expect(await http({ url })).toEqual({ outcome: 'network', status: 0, retryAfterMs: 0 })
    close()
  },
)
