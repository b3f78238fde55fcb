import { describe, expect, it } from 'vitest'
import type { Observer } from '../core/observer.ts'
import { createTestTelltale } from './createTestTelltale.ts'

function openPage() {
  const exposures: string[] = []
  const observer: Observer = {
    name: 'exposures',
    start: (layer) => layer.on('exposure', ({ key, flag }) => exposures.push(`${key}=${JSON.stringify(flag?.value)}`)),
  }
  const telltale = createTestTelltale({
    flags: { pricing: 'old', limits: { days: 3 } },
    settings: { observers: [observer] },
  })
  return { telltale, exposures }
}

describe('the value of a flag as a store', () => {
  it('tells the value at once, after each change of it, and not after the end', () => {
    const { telltale } = openPage()
    const told: string[] = []
    const stop = telltale.flags.value('pricing', 'none').subscribe((value) => told.push(value))
    expect(told).toEqual(['old'])
    telltale.setFlag('limits', { days: 4 })
    telltale.setFlag('pricing', 'old')
    telltale.setFlag('pricing', 'new')
    stop()
    stop()
    telltale.setFlag('pricing', 'newest')
    expect(told).toEqual(['old', 'new'])
  })

  it('has the fallback where there is no flag, or one of another type', () => {
    const { telltale } = openPage()
    expect(telltale.flags.value('unknown', 7).get()).toBe(7)
    const store = telltale.flags.value('pricing', 7)
    const told: unknown[] = []
    store.subscribe((value) => told.push(value))
    telltale.setFlag('pricing', 8)
    expect([store.get(), told]).toEqual([8, [7, 8]])
  })

  it('keeps the reference of an equal value, which nobody can change', () => {
    const { telltale } = openPage()
    const store = telltale.flags.value('limits', { days: 0 })
    const before = store.get()
    telltale.setFlag('limits', { days: 3 })
    expect(store.get()).toBe(before)
    expect(() => (before.days = 9)).toThrow(TypeError)
  })

  it('is an exposure for those who subscribe, and not for those who only read', async () => {
    const { telltale, exposures } = openPage()
    const store = telltale.flags.value('pricing', 'none')
    store.get()
    await Promise.resolve()
    expect(exposures).toEqual([])
    store.subscribe(() => {})
    await Promise.resolve()
    expect(exposures).toEqual(['pricing="old"'])
    telltale.setFlag('pricing', 'new')
    expect(exposures).toEqual(['pricing="old"', 'pricing="new"'])
  })

  it('passes an override on', () => {
    const { telltale } = openPage()
    const told: string[] = []
    telltale.flags.value('pricing', 'none').subscribe((value) => told.push(value))
    telltale.flags.override('pricing', 'own')
    telltale.flags.override('pricing', undefined)
    expect(told).toEqual(['old', 'own', 'old'])
  })
})
