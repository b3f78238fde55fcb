import { afterEach, expect, it, vi } from 'vitest'
import { type AnalyticsEvent, type BatchHead, httpDestination } from './http.ts'
import { createTelltale } from './index.ts'
import { traits } from './traits.ts'
import { visitor } from './visitor.ts'

afterEach(() => vi.restoreAllMocks())

it('the lazy chunk reports a mistyped setting', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const settings = {
    promotion: 'staging' as const,
    app: { name: `Mistyped ${Date.now()}` },
    identity: { person: () => undefined },
    destination: [],
  }
  const telltale = createTelltale(settings)
  await expect
    .poll(() => warn.mock.calls.flat().join('\n'))
    .toContain('Unknown settings are ignored: destination (destinations?). (T42)')
  await telltale.close()
})

it('the lazy chunk says who a visitor was, and reads the traits of the person', async () => {
  const events: AnalyticsEvent[] = []
  const heads: BatchHead[] = []
  const collected = httpDestination(
    { name: 'test', url: `${location.origin}/collect` },
    {
      encode(batch, head) {
        events.push(...batch)
        heads.push(head)
        return { body: '{}', contentType: 'application/json' }
      },
    },
  )
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('', { status: 202 }))
  const telltale = createTelltale({
    app: `Visited ${Date.now()}`,
    identity: { traits: traits(({ role }) => ({ role })), visitor: visitor() },
    destinations: [collected],
  })
  telltale.identify(null)
  await expect.poll(() => telltale.identity.current.get()).toHaveProperty('visitor')
  const identity = telltale.identity.current.get()
  telltale.identify({ unique_identity: 'ida', role: 'buyer' })
  telltale.track('Quote sent')
  await expect
    .poll(() => events.find(({ name }) => name === 'Visitor signed in'))
    .toMatchObject({
      identity: { id: 'ida' },
      properties: { visitor: identity.status === 'unknown' && identity.visitor },
    })
  expect(heads.map((head) => head.traits)).toContainEqual({ ida: { role: 'buyer' } })
  telltale.close()
})
