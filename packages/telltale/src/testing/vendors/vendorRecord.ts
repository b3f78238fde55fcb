/** One call that a vendor's stand-in has got, and what the vendor makes of it without a word. */
export interface VendorRecord {
  readonly vendor: 'heap' | 'intercom' | 'datadog'
  readonly method: string
  /** What it was called with. */
  readonly given: readonly unknown[]
  /** What the vendor has of it. Absent when that is nothing. */
  readonly kept?: Readonly<Record<string, unknown>>
  /** What was cut, dropped or ignored, and the limit or rule that says so; empty when all is as it was given. */
  readonly losses: readonly string[]
}

export interface VendorRecorder {
  readonly received: readonly VendorRecord[]
  keep(call: Call, kept: Readonly<Record<string, unknown>>, losses?: readonly string[]): void
  /** The vendor has nothing of it. */
  drop(call: Call, loss: string): void
}

/** A method's name, and what it was called with. */
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

/** What is left after limits, and what was lost. */
export interface Limited<T> {
  readonly value: T
  readonly losses: readonly string[]
}

/** Cuts a text. */
export const cut = (what: string, text: string, limit: number): Limited<string> =>
  text.length <= limit
    ? { value: text, losses: [] }
    : { value: text.slice(0, limit), losses: [`${what} is cut at ${limit} characters`] }

/** Looks at each property: it is kept as it is, kept otherwise, or, when `look` has no value for it, dropped. */
export function limitEach(
  given: unknown,
  look: (name: string, value: unknown) => { value?: unknown; loss?: string },
): Limited<Record<string, unknown>> {
  const value: Record<string, unknown> = {}
  const losses: string[] = []
  for (const [name, item] of Object.entries(typeof given === 'object' && given ? given : {})) {
    const looked = look(name, item)
    if (looked.loss !== undefined) losses.push(looked.loss)
    if (looked.value !== undefined) value[name] = looked.value
  }
  return { value, losses }
}
