import { describe, expect, it } from 'vitest'
import type { HttpOutcome, Transport } from './transport.ts'

export interface TransportGround {
  transport: Transport
  /** Returns the address of a text, which is answered with status 200 and the content type `text/x-test`. */
  urlOf(text: string): string
  /** An address where no server answers. */
  deadUrl: string
}

/** The contract of every transport. */
export function describeTransport(name: string, open: () => TransportGround): void {
  const responseOf = (outcome: HttpOutcome) => {
    if (outcome.outcome !== 'response') throw new Error('no response')
    return outcome
  }

  describe(name, () => {
    it('returns the status, the headers in any case, and the body', async () => {
      const { transport, urlOf } = open()
      const response = responseOf(await transport.send({ url: urlOf('Größe') }))
      expect(response.status).toBe(200)
      expect(response.header('Content-Type')).toBe('text/x-test')
      expect(response.header('content-type')).toBe('text/x-test')
      expect(response.header('X-Absent')).toBeUndefined()
      expect(await response.text()).toBe('Größe')
    })

    it('returns a body as it arrives, in whole characters', async () => {
      const { transport, urlOf } = open()
      const text = 'ü'.repeat(100_000)
      let read = ''
      for await (const chunk of responseOf(await transport.send({ url: urlOf(text) })).chunks()) read += chunk
      expect(read).toBe(text)
    })

    it('counts keepalive bodies in bytes, and refuses at once a body that does not fit', async () => {
      const { transport, deadUrl } = open()
      const send = (bytes: number) =>
        transport.send({ url: deadUrl, method: 'POST', keepalive: true, body: 'ü'.repeat(bytes / 2) })
      expect(transport.keepaliveRoom()).toBe(65_536)
      const first = send(40_000)
      expect(transport.keepaliveRoom()).toBe(25_536)
      expect(await send(25_538)).toEqual({ outcome: 'network' })
      const second = send(25_536)
      expect(transport.keepaliveRoom()).toBe(0)
      await Promise.all([first, second])
      expect(transport.keepaliveRoom()).toBe(65_536)
    })

    it('returns `network` when no server answers', async () => {
      const { transport, deadUrl } = open()
      expect(await transport.send({ url: deadUrl })).toEqual({ outcome: 'network' })
    })

    it('returns `cancelled` when the caller has aborted, before or during the request', async () => {
      const { transport, urlOf } = open()
      const caller = new AbortController()
      const meanwhile = transport.send({ url: urlOf('late'), signal: caller.signal })
      caller.abort()
      expect(await meanwhile).toEqual({ outcome: 'cancelled' })
      expect(await transport.send({ url: urlOf('late'), signal: caller.signal })).toEqual({ outcome: 'cancelled' })
    })
  })
}
