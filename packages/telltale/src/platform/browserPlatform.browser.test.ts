import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeClock } from '../core/ports/clock.suite.ts'
import { describePage } from '../core/ports/page.suite.ts'
import { describeRandom } from '../core/ports/random.suite.ts'
import type { HttpOutcome } from '../core/ports/transport.ts'
import { describeTransport } from '../core/ports/transport.suite.ts'
import { timerClock, webRandom } from './browserPlatform.ts'
import { compressBody, laterTransport } from './laterTransport.ts'
import { fullPage } from './windowPage.ts'

describeClock('the browser’s clock', () => ({
  clock: timerClock,
  pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}))

describePage('the browser’s page', () => ({
  page: fullPage,
  leave: () => window.dispatchEvent(new PageTransitionEvent('pagehide')),
  comeBack: () => window.dispatchEvent(new PageTransitionEvent('pageshow')),
}))

describeTransport('fetch', () => ({
  transport: laterTransport(compressBody),
  urlOf: (text) => URL.createObjectURL(new Blob([text], { type: 'text/x-test' })),
  deadUrl: 'http://127.0.0.1:1/',
}))

describe('a keepalive request', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('a keepalive request takes room until the body of its response has ended, as in the browser', async () => {
    let body: ReadableStreamDefaultController | undefined
    const response = new Response(new ReadableStream({ start: (controller) => void (body = controller) }))
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
    const transport = laterTransport()
    const room = transport.keepaliveRoom()
    const outcome = await transport.send({ url: '/events', method: 'POST', keepalive: true, body: 'event' })
    expect(outcome).toMatchObject({ outcome: 'response', status: 200 })
    expect(transport.keepaliveRoom()).toBe(room - 5)
    body?.enqueue(new TextEncoder().encode('thanks'))
    body?.close()
    expect(await (outcome as HttpOutcome & { outcome: 'response' }).text()).toBe('thanks')
    expect(transport.keepaliveRoom()).toBe(room)
  })
})

describeRandom('the browser’s randomness', () => webRandom)

describe('on an insecure origin', () => {
  // Browsers have no `randomUUID` on an insecure origin.
  beforeEach(() => void Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true }))
  afterEach(() => void Reflect.deleteProperty(crypto, 'randomUUID'))

  it('a browser has no randomUUID', () => {
    expect(crypto.randomUUID).toBeUndefined()
    Reflect.deleteProperty(crypto, 'randomUUID')
    expect(crypto.randomUUID).toBeTypeOf('function')
  })

  describeRandom('the browser’s randomness', () => webRandom)
})
