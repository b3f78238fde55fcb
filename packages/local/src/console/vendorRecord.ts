export const VENDORS = ['heap', 'intercom', 'datadog'] as const
export type VendorName = (typeof VENDORS)[number]

/** Something that a vendor's stand-in was told. */
export interface VendorRecord {
  readonly seq: number
  readonly vendor: VendorName
  /** Milliseconds since 1970. */
  readonly at: number
  /** The method that was called (`track`, `identify`, `boot`, …), or the type of Datadog's event (`view`, `action`, `error`, …). */
  readonly kind: string
  /** What one would look for: an event's name, who was identified. */
  readonly title: string
  /** The id of Telltale's event, when it carries one. */
  readonly eventId?: string
  readonly body: unknown
  /** What the vendor would not have taken as it is, in a sentence. */
  readonly problem?: string
}
