import type { BuiltInDestination } from '../events/destinations/destination.ts'
import { watchConsole } from '../testing/watchConsole.ts'
import { createPlainTelltale, type PlainTelltale } from './createPlainTelltale.ts'
import { createTestDisk } from './testBrowser.ts'

/** A call that the script of a vendor has received, in the terms of the layer. */
export type ScriptCall =
  /** The script has this user from now on. `user` is the id under which the vendor counts. */
  | { readonly type: 'identify'; readonly user: string }
  /** An event, with the properties as the script got them. */
  | { readonly type: 'track'; readonly name: string; readonly properties: Readonly<Record<string, unknown>> }
  /** The script has forgotten its user. */
  | { readonly type: 'reset' }

/** A vendor, and its script under control of the test. */
export interface VendorOnTest {
  /** What the layer is given: what `vendor`, `heap`, `datadog` or `intercom` returns. */
  readonly vendor: BuiltInDestination
  /** What the script has received so far, in order. */
  received(): readonly ScriptCall[]
  /** Loads the script, if it loads after the page. Until then the page has at most its snippet. Absent if the script is always there. */
  load?(): void
}

/** A vendor on a page. */
export interface VendorBench {
  readonly names: readonly string[]
  /** Opens a page of the same browser, whose script is not loaded. The page before is closed. */
  open(options?: { multiPage?: boolean; load?: boolean }): PlainTelltale
  /** Tracks events with these names on the page, and lets time pass until they are handed over. */
  track(...names: readonly string[]): Promise<void>
  pass(ms: number): Promise<void>
  load(): void
  /** Whether the script loads after the page. */
  loadsLater(): boolean
  /** The calls of this page, without events that a check has not tracked. */
  calls(): readonly ScriptCall[]
  /** The events that the script of this page has received, each with the user whom the script had. */
  events(): readonly TrackedUnder[]
  /** What was written to the console, by the layer or by the vendor. */
  written(): readonly string[]
  stop(): void
}

export interface TrackedUnder {
  readonly name: string
  readonly user: string | undefined
  readonly properties: Readonly<Record<string, unknown>>
}

/** People with one name: they differ only in what identifies them. */
export const ADA = {
  unique_identity: 'ada-id',
  user_id: 'ada-id',
  user_name: 'Alex Check',
  email_address: 'ada@check.test',
}
export const BEN = {
  unique_identity: 'ben-id',
  user_id: 'ben-id',
  user_name: 'Alex Check',
  email_address: 'ben@check.test',
}

export function vendorBench(start: () => VendorOnTest): VendorBench {
  const disk = createTestDisk()
  const names: string[] = []
  const tracked = new Set<string>()
  const problems: (readonly string[])[] = []
  const console = watchConsole()
  let page: PlainTelltale | undefined
  let onTest: VendorOnTest | undefined

  const calls = () => onTest?.received().filter((call) => call.type !== 'track' || tracked.has(call.name)) ?? []

  return {
    names,
    calls,
    open({ multiPage = false, load = true } = {}) {
      page?.close()
      onTest = start()
      if (load) onTest.load?.()
      page = createPlainTelltale({
        disk,
        identity: ADA,
        settings: {
          app: { name: 'Check', multiPage },
          messaging: onTest.vendor,
          observers: [{ name: 'check', start: ({ destinations }) => (names.push(...destinations), () => {}) }],
        },
      })
      problems.push(page.problems())
      return page
    },
    async track(...all) {
      for (const name of all) {
        tracked.add(name)
        page?.track(name, { total: 1200 }, { messaging: true })
      }
      await page?.advance(30_000)
    },
    pass: async (ms) => page?.advance(ms),
    load: () => onTest?.load?.(),
    loadsLater: () => onTest?.load !== undefined,
    events() {
      let user: string | undefined
      const events: TrackedUnder[] = []
      for (const call of calls()) {
        if (call.type === 'identify') ({ user } = call)
        else if (call.type === 'reset') user = undefined
        else events.push({ name: call.name, user, properties: call.properties })
      }
      return events
    },
    written: () => [...problems.flat(), ...console.written],
    stop() {
      console.stop()
      page?.close()
    },
  }
}
