import { describe, expect, it } from 'vitest'
import { createConsentWorld, type Purpose } from './consentWorld.suite.ts'

const choices = (isAllowed: boolean) =>
  ({ analytics: isAllowed, marketing: isAllowed, monitoring: isAllowed }) satisfies Record<Purpose, boolean>

/** The visitor of an event, for the collector. */
const visitors = ({ arrivals }: ReturnType<typeof createConsentWorld>, name: string) =>
  arrivals.flatMap(({ destination, event }) =>
    destination === 'collector' && event.name === name ? [event.identity.visitor] : [],
  )

/** A visitor allows everything for one text, and the next page has another one. */
async function openWithNextText() {
  const world = createConsentWorld()
  const page = await world.open(null)
  page.consent.set(choices(true))
  page.layer.track('one')
  await world.advance(60_000)
  page.end('leave')
  world.text += 1
  const next = await world.open(null)
  next.layer.track('two')
  await world.advance(60_000)
  return { world, next }
}

const idsOnDevice = ({ disk }: ReturnType<typeof createConsentWorld>) =>
  [...disk.storage.keys('visitor:'), ...disk.storage.keys('visit:')].length

describe('another version of the text', () => {
  it('leaves what was allowed for the former one on the device, and nothing is sent', async () => {
    const { world, next } = await openWithNextText()
    expect(next.consent.get().shouldAsk).toBe(true)
    expect(idsOnDevice(world)).toBeGreaterThan(0)
    expect(visitors(world, 'one')).toHaveLength(1)
    expect(visitors(world, 'two')).toEqual([])
  })

  it('lets the next page go on with the same visitor when it is allowed', async () => {
    const { world, next } = await openWithNextText()
    next.consent.set(choices(true))
    await world.advance(60_000)
    next.end('leave')
    const last = await world.open(null)
    last.layer.track('three')
    await world.advance(60_000)
    expect(visitors(world, 'one')[0]).toBeDefined()
    // What the page did while it was not allowed to read the id has another one.
    expect(visitors(world, 'two')).toHaveLength(1)
    expect(visitors(world, 'three')).toEqual(visitors(world, 'one'))
  })

  it('leaves nothing when it is denied', async () => {
    const { world, next } = await openWithNextText()
    next.consent.set(choices(false))
    await world.advance(60_000)
    expect(idsOnDevice(world)).toBe(0)
    expect(visitors(world, 'two')).toEqual([])
  })
})
