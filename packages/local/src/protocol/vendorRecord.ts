export const VENDORS = ['heap', 'intercom', 'datadog'] as const
export type VendorName = (typeof VENDORS)[number]

/** A call or event that a vendor's stand-in received. */
export interface VendorRecord {
  readonly seq: number
  readonly vendor: VendorName
  /** Milliseconds since 1970. */
  readonly at: number
  /** The name of the method (`track`, `identify`, `boot`, …), or the type of a Datadog event (`view`, `action`, `error`, …). */
  readonly kind: string
  /** The text to search for: an event's name, or the identified user. */
  readonly title: string
  /** The id of the Telltale event, if there is one. */
  readonly eventId?: string
  readonly body: unknown
  /** What the real vendor would have dropped or changed, as a sentence. */
  readonly problem?: string
}
