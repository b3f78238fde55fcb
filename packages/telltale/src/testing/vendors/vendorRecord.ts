/** One call to a fake vendor, and what the vendor silently makes of it. */
export interface VendorRecord {
  /** The vendor whose fake was called. */
  readonly vendor: 'heap' | 'intercom' | 'datadog'
  /** The name of the method. */
  readonly method: string
  /** The arguments of the call. */
  readonly given: readonly unknown[]
  /** What the vendor keeps of it. Absent if it keeps nothing. */
  readonly kept?: Readonly<Record<string, unknown>>
  /** What was cut, dropped or ignored, with the limit or rule. Empty if everything was kept. */
  readonly losses: readonly string[]
}

export interface VendorRecorder {
  readonly received: readonly VendorRecord[]
  keep(call: Call, kept: Readonly<Record<string, unknown>>, losses?: readonly string[]): void
  /** Records a call of which the vendor keeps nothing. */
  drop(call: Call, loss: string): void
}

/** A method's name and its arguments. */
export type Call = readonly [method: string, ...given: unknown[]]

export function vendorRecorder(
  vendor: VendorRecord['vendor'],
  onReceived: (record: VendorRecord) => void = () => {},
): VendorRecorder {
  const received: VendorRecord[] = []
  const add = ([method, ...given]: Call, rest: Pick<VendorRecord, 'kept' | 'losses'>) => {
    const record = { vendor, method, given, ...rest }
    received.push(record)
    onReceived(record)
  }
  return {
    received,
    keep: (call, kept, losses = []) => add(call, { kept, losses }),
    drop: (call, loss) => add(call, { losses: [loss] }),
  }
}

/** What remains after applying limits, and what was lost. */
export interface Limited<T> {
  readonly value: T
  readonly losses: readonly string[]
}

/** Cuts a string to a limit. */
export const cut = (what: string, text: string, limit: number): Limited<string> =>
  text.length <= limit
    ? { value: text, losses: [] }
    : { value: text.slice(0, limit), losses: [`${what} is cut to ${limit} characters`] }

/** Applies `look` to each property: keeps it, changes it or, if `look` returns no value, drops it. */
export function limitEach(
  given: unknown,
  inspect: (name: string, value: unknown) => { value?: unknown; loss?: string },
): Limited<Record<string, unknown>> {
  const value: Record<string, unknown> = {}
  const losses: string[] = []
  for (const [name, item] of Object.entries(typeof given === 'object' && given ? given : {})) {
    const inspected = inspect(name, item)
    if (inspected.loss !== undefined) losses.push(inspected.loss)
    // oxlint-disable-next-line telltale/plain-keys -- A test gives the names.
    if (inspected.value !== undefined) value[name] = inspected.value
  }
  return { value, losses }
}

/** Cookies of vendor scripts. They outlive the page and expire. */
export interface CookieJar {
  get(name: string): string | undefined
  set(name: string, value: string, ms: number): void
  delete(name: string): void
}

const EXPIRES = '; expires='

/** Cookies by name. Set them as a page does: `value; expires=…`. Without `expires` they never expire. */
export function cookieJar(cookies: Record<string, string>, now: () => number): CookieJar {
  return {
    get(name) {
      const [value, until] = cookies[name]?.split(EXPIRES) ?? []
      const isOver = until !== undefined && Date.parse(until) <= now()
      return value === undefined || isOver ? undefined : decodeURIComponent(value)
    },
    set(name, value, ms) {
      cookies[name] = encodeURIComponent(value) + EXPIRES + new Date(now() + ms).toUTCString()
    },
    delete(name) {
      delete cookies[name]
    },
  }
}
