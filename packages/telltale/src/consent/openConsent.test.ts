import { describe, expect, it } from 'vitest'
import { known, open, SIGNED_OUT } from './openConsent.suite.ts'

describe('purposes', () => {
  it('are those of the destinations and uses, and those that the settings name', () => {
    expect(open({ initial: { marketing: true } }).purposes()).toEqual({
      ...{ necessary: 'granted', analytics: 'pending', marketing: 'granted' },
    })
    expect(open({ initial: () => ({ marketing: true }) }).purposes()).toEqual({
      ...{ necessary: 'granted', analytics: 'pending' },
    })
  })

  it('that a dialogue has usually are no error, although nothing on the page needs them', () => {
    const uses = ['collector', 'flagKey', 'flagEvents', 'visitor', 'session', 'exposures']
    const page = open({ purposes: Object.fromEntries(uses.map((use) => [use, 'statistics'])) })
    page.start()
    page.be(SIGNED_OUT)
    page.consent.set({ analytics: true, monitoring: true, messaging: true })
    expect([page.warned, page.recorded.length]).toEqual([[], 1])
  })

  it('that are unknown are reported and ignored, and the others hold', () => {
    const page = open()
    page.start()
    page.be(SIGNED_OUT)
    page.consent.set({ nothing: true, analytics: true, monitoring: 1 as never })
    expect(page.warned).toEqual([
      'Purposes are ignored that the settings do not have, or that are not true or false: nothing, monitoring (T198)',
    ])
    expect(page.purposes()['analytics']).toBe('granted')
  })

  it('that are unknown are ignored before the layer has started', () => {
    const page = open()
    page.consent.set({ nothing: true, analytics: true })
    page.start()
    page.be(SIGNED_OUT)
    expect([page.purposes()['analytics'], page.warned]).toEqual(['granted', []])
  })

  it('of names that are neither a destination nor a use are reported', () => {
    const page = open({ purposes: { colector: 'marketing', visitr: 'marketing', collector: 'marketing' } })
    page.start()
    expect(page.warned).toEqual([
      'purposes has names that are neither a destination nor a use: colector, visitr (T196)',
    ])
  })

  it('of a use that has none are granted', () => {
    const { permits } = open()
    expect([permits.of('salt'), permits.purposeOf('salt'), permits.purposeOf('session')]).toEqual([
      ...['granted', undefined, 'analytics'],
    ])
  })
})

describe('a decision', () => {
  it('is about the text of the settings, or the one that it names', () => {
    const page = open({ text: '1' })
    page.start()
    page.be(SIGNED_OUT)
    page.consent.set({ analytics: true }, { text: '2' })
    page.consent.set({ analytics: true })
    expect(page.recorded).toMatchObject([{ text: '2' }, { text: '1' }])
  })

  it('is about no text in particular without one', () => {
    const page = open()
    page.start()
    page.be(SIGNED_OUT)
    page.consent.set({ analytics: true })
    expect(page.consent.get().decision).toMatchObject({ text: '', source: 'page' })
  })

  it.each([
    ['hundred', 100],
    ['hundred and one', 101],
  ])('waits until it is known for whom, with the others: a %s of them', (_title, count) => {
    const page = open()
    page.start()
    for (let n = 0; n < count; n += 1) page.consent.set({ analytics: n % 2 === 0 }, { source: `call ${n}` })
    expect(page.recorded).toEqual([])
    page.be(SIGNED_OUT)
    expect(page.recorded).toHaveLength(100)
    expect(page.recorded[0]).toMatchObject({ source: `call ${count - 100}` })
  })

  it('waits, too, while an identity has failed', () => {
    const page = open()
    page.consent.set({ analytics: true })
    page.start()
    page.be({ status: 'unknown', reason: 'failed', epoch: '' })
    page.be(known('ida'))
    expect([page.recorded.length, page.purposes()['analytics']]).toEqual([1, 'granted'])
  })
})

it('the step of consent comes before those of the settings', () => {
  expect(open({}, { events: { steps: [{ name: 'own' }] } }).steps).toEqual(['consent', 'own'])
  expect(open().steps).toEqual(['consent'])
})

it('listeners hear of a call of set only if it changes something', () => {
  const page = open()
  page.start()
  page.be(known('ida'))
  let count = 0
  page.consent.subscribe(() => (count += 1))
  page.consent.set({ analytics: true })
  const before = count
  page.consent.set({ analytics: true })
  expect([before, count]).toEqual([2, 2])
})
