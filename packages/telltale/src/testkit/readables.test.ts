import { describe, expect, it } from 'vitest'
import type { Readable } from '../core/lib/readable.ts'
import type { ObservedLayer, Observer } from '../core/observer.ts'
import { uncaughtErrors } from '../testing/uncaughtErrors.suite.ts'
import { createTestTelltale, type TestTelltale } from './createTestTelltale.ts'

interface Page {
  readonly telltale: TestTelltale
  readonly observed: ObservedLayer
}

/** Reads a value of the public API, and changes it. */
interface Case {
  readonly of: (page: Page) => Readable<unknown>
  readonly change: (page: Page) => unknown
}

const load = ({ telltale }: Page) => telltale.finishLoading()

const CASES: Record<string, Case> = {
  'identity.current': { of: ({ telltale }) => telltale.identity.current, change: load },
  ready: { of: ({ telltale }) => telltale.ready, change: load },
  'flags.status': { of: ({ telltale }) => telltale.flags.status, change: load },
  'flags.value': { of: ({ telltale }) => telltale.flags.value('pricing', 'none'), change: load },
  diagnostics: {
    of: ({ telltale }) => telltale.diagnostics,
    change: async (page) => {
      page.telltale.track('Quote sent')
      await load(page)
    },
  },
  'identity.current of an observer': { of: ({ observed }) => observed.identity.current, change: load },
  'identity.confirmed of an observer': { of: ({ observed }) => observed.identity.confirmed, change: load },
  'flags.status of an observer': { of: ({ observed }) => observed.flags.status, change: load },
}

/** A page whose user and flags are not known yet, and which drops each event. */
function openPage(): Page {
  let observed: ObservedLayer | undefined
  const observer: Observer = {
    name: 'page',
    start(layer) {
      observed = layer
      return () => {}
    },
  }
  const telltale = createTestTelltale({
    isLoading: true,
    flags: { pricing: 'old' },
    settings: { observers: [observer], events: { steps: [{ name: 'nothing', process: () => undefined }] } },
  })
  return { telltale, observed: observed as ObservedLayer }
}

describe.each(Object.entries(CASES))('%s is a store', (_, { of, change }) => {
  it('calls the listener with the value at once, after each change, and no more once the subscription has ended', async () => {
    const page = openPage()
    const readable = of(page)
    const before = readable.get()
    const values: unknown[] = []
    readable.subscribe((value) => values.push(value))
    expect(values[0]).toBe(before)
    const early: unknown[] = []
    readable.subscribe((value) => early.push(value))()
    await change(page)
    expect(values.length).toBeGreaterThan(1)
    expect(values.at(-1)).toBe(readable.get())
    expect(values.at(-1)).not.toEqual(before)
    expect(early).toEqual([before])
  })

  it('survives a listener that throws: the page gets the errors, and the others the values', async () => {
    const uncaught = uncaughtErrors()
    const page = openPage()
    const readable = of(page)
    const values: unknown[] = []
    readable.subscribe((value) => {
      throw new Error(`broken: ${value === readable.get()}`)
    })
    readable.subscribe((value) => values.push(value))
    await change(page)
    expect(values.at(-1)).toBe(readable.get())
    await new Promise((resolve) => setTimeout(resolve))
    expect(uncaught).toHaveLength(values.length)
    expect(new Set(uncaught.map(String))).toEqual(new Set(['Error: broken: true']))
  })
})
