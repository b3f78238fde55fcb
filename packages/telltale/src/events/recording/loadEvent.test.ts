import { describe, expect, it } from 'vitest'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { beginsSession, loadEventName } from './loadEvent.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 0, 1)
const disk = () => fakeDisk()
const page = (on = disk(), multiPage = true, at = START) => ({
  app: { name: 'Desk', platform: 'web', multiPage, space: 'Desk' },
  platform: fakePlatform(undefined, on, at),
})

describe('the load event', () => {
  it('the load event has the name of the application and of its environment', () => {
    expect(loadEventName('Rental Desk', { hasNavigationTiming: () => true })).toBe('Load - App - Rental Desk - Browser')
    expect(loadEventName('Rental Desk', { hasNavigationTiming: () => false })).toBe(
      'Load - App - Rental Desk - Mobile App',
    )
  })
})

describe('a session', () => {
  it('a session begins with each load of a single-page application', () => {
    const on = disk()
    expect(beginsSession(page(on, false))).toBe(true)
    expect(beginsSession(page(on, false))).toBe(true)
  })

  it.each([
    [0, false],
    [30 * MINUTE - 1, false],
    [30 * MINUTE, true],
    [-MINUTE, true],
  ])('a session of a multi-page application that is %i ms old is replaced by a new one: %s', (age, begins) => {
    const on = disk()
    expect(beginsSession(page(on))).toBe(true)
    expect(beginsSession(page(on, true, START + age))).toBe(begins)
  })

  it('a session is extended by each page', () => {
    const on = disk()
    for (const minutes of [0, 20, 40, 60]) {
      expect(beginsSession(page(on, true, START + minutes * MINUTE))).toBe(minutes === 0)
    }
  })

  it('a session begins when the stored time is invalid, and when nothing can be stored', () => {
    const on = disk()
    on.storage.set('session:Desk', 'yesterday')
    expect(beginsSession(page(on))).toBe(true)
    const full = disk()
    full.condition = 'refuses'
    expect(beginsSession(page(full))).toBe(true)
    expect(beginsSession(page(full))).toBe(true)
  })
})
