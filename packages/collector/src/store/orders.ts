/** An order to delete somebody's events, as a store keeps it for the copies that may still arrive. */
export interface Order {
  readonly id: string
  readonly kind: string
  /** Milliseconds since 1970, or `Infinity`. */
  readonly before: number
  readonly deleted: number
  /** Of those whom the order is about, in hexadecimal digits: see `digestOf`. */
  readonly digests: readonly string[]
  /** See `EraseOptions`. */
  readonly keepsConsents?: boolean
}

export interface ErasedEvent {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly erasedAt: number
}

/** The orders of a store, which can be read only with its salt. */
export interface Orders {
  readonly salt: Uint8Array
  /** The first one first. */
  readonly orders: readonly Order[]
  /** The events that were deleted, of which copies may still arrive. */
  readonly erasedEvents: AsyncIterable<readonly ErasedEvent[]>
}

/** What is known about a store that is to take over orders. */
export interface OwnOrders {
  readonly salt: Uint8Array
  readonly hasEvents: boolean
  readonly hasOrders: boolean
}

/**
 * Whether a store takes over the salt with the orders, only the orders, because they have the same salt, or nothing, because there is nothing
 * to take over.
 *
 * @throws a sentence, if the store has a salt of its own that it needs
 */
export function howToTake(
  { salt, orders }: Pick<Orders, 'salt' | 'orders'>,
  own: OwnOrders,
): 'with salt' | 'orders' | 'nothing' {
  if (Buffer.from(salt).equals(own.salt)) return 'orders'
  if (!own.hasEvents && !own.hasOrders) return 'with salt'
  if (orders.length === 0) return 'nothing'
  throw new Error(
    'The source has deleted people, and the target, which has events or deletions of its own, could not recognise them. Import into a new store: set --store to a file that does not exist, or to a database or a --schema without events.',
  )
}
