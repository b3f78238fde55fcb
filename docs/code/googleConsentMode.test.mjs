import { beforeEach, describe, expect, test } from 'vitest'
import { printedReader, start } from './printedReader.mjs'

const googleConsentMode = await printedReader('googleConsentMode')

/** The window of a page, which the test gives what a tool would. @type {Record<string, any>} */
let page
beforeEach(() => {
  page = {}
  Object.assign(globalThis, { window: page })
  return () => Reflect.deleteProperty(globalThis, 'window')
})

describe('the reader of Google Consent Mode', () => {
  const reader = () => googleConsentMode({ analytics: 'analytics_storage', messaging: 'ad_user_data' })

  /** As Google's snippet does: a command is an `arguments` object. @param {...unknown} _command */
  function gtag(..._command) {
    page['dataLayer'] ??= []
    page['dataLayer'].push(arguments)
  }

  test('tells nothing, so that the layer reports it, if no tool gives a command', () => {
    const { told } = start(reader())
    gtag('js', new Date())
    gtag('config', 'G-1')
    page['dataLayer'].push({ event: 'gtm.js' })
    expect(told).toEqual([])
  })

  test('takes a default for no decision, even one that grants', () => {
    gtag('consent', 'default', { analytics_storage: 'denied', ad_user_data: 'granted', wait_for_update: 500 })
    const { told } = start(reader())
    gtag('consent', 'default', { analytics_storage: 'granted', region: ['US'] })
    expect(told).toEqual([undefined])
  })

  test('tells only the latest of what was decided before it starts', () => {
    gtag('consent', 'default', { analytics_storage: 'denied', ad_user_data: 'denied' })
    gtag('consent', 'update', { analytics_storage: 'denied', ad_user_data: 'denied' })
    gtag('consent', 'update', { analytics_storage: 'granted' })
    expect(start(reader()).told).toEqual([{ analytics: true, messaging: false }])
  })

  test('tells each later decision, and keeps the types that a command does not name', () => {
    const { told } = start(reader())
    gtag('consent', 'update', { analytics_storage: 'granted', ad_user_data: 'granted' })
    gtag('consent', 'update', { ad_user_data: 'denied' })
    gtag('consent', 'update', { ad_user_data: 'denied' })
    expect(told).toEqual([
      { analytics: true, messaging: true },
      { analytics: true, messaging: false },
    ])
  })

  test('hears a tool whose `push` was wrapped by another script after it', () => {
    const { told } = start(reader())
    const { dataLayer } = page
    const inner = dataLayer.push
    dataLayer.push = (/** @type {unknown[]} */ ...entries) => inner(...entries)
    gtag('consent', 'update', { analytics_storage: 'granted' })
    expect(told).toEqual([{ analytics: true }])
  })

  test('leaves `dataLayer` as other scripts expect it', () => {
    const { told } = start(reader())
    expect(page['dataLayer'].push({ event: 'one' }, { event: 'two' })).toBe(2)
    expect([page['dataLayer'].length, told]).toEqual([2, []])
  })

  test('is not misled by other values', () => {
    const { told } = start(reader())
    const odd = [null, undefined, 7, 'consent', [], {}, ['consent'], ['consent', 'update'], ['consent', 'update', null]]
    for (const entry of odd) expect(() => page['dataLayer'].push(entry)).not.toThrow()
    gtag('consent', 'update', { analytics_storage: true, ad_user_data: 'GRANTED' })
    gtag('consent', 'update', 'analytics_storage')
    expect(told).toEqual([undefined])
  })

  test('tells nothing after its end', () => {
    const { told, stop } = start(reader())
    stop()
    gtag('consent', 'update', { analytics_storage: 'granted' })
    expect([told, page['dataLayer'].length]).toEqual([[], 1])
  })
})
