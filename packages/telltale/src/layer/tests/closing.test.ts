import { describe, expect, it, vi } from 'vitest'
import type { Destination } from '../../events/destinations/destination.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'

/** A layer with an observer and three destinations, the first of which ends in this way. */
function openPage(stop: unknown) {
  const ended: string[] = []
  const destination = (name: string, end: unknown): Destination => ({
    name,
    deliver: async () => ({ outcome: 'delivered' }),
    stop: end as () => void,
  })
  const platform = fakePlatform()
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida' }) },
      observers: [{ name: 'observer', start: () => () => void ended.push('observer') }],
      destinations: [
        destination('bad', stop),
        destination('good', () => void ended.push('good')),
        destination('last', () => void ended.push('last')),
      ],
    },
    platform,
  )
  return { telltale, platform, ended }
}

describe('close()', () => {
  it.each<[string, unknown]>([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
    ],
    ['rejects', () => Promise.reject(new Error('boom'))],
    ['is no function', 5],
    ['resolves later', async () => {}],
  ])('ends everything, whatever the stop of a destination does: it %s', async (_, stop) => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const { telltale, platform, ended } = openPage(stop)
    telltale.track('Quote sent')
    await platform.clock.advance(1_000)
    expect(() => telltale.close()).not.toThrow()
    expect(ended.sort()).toEqual(['good', 'last', 'observer'])
    await new Promise((resolve) => setTimeout(resolve, 1))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    expect(platform.clock.pending).toBe(0)
  })
})
