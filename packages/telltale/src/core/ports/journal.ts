export interface Keyed {
  readonly id: string
}

export interface JournalEntry<Entry> {
  /** Grows with each entry; never used twice. */
  position: number
  entry: Entry
}

/**
 * A durable log that all tabs of the origin share, with a bookmark for each reader, and a room in front of it where items
 * wait until they are complete. Never rejects: what could not be done answers `false` or nothing.
 */
export interface Journal<Waiting extends Keyed, Entry extends Keyed> {
  /** True once the items are durable. */
  hold(items: readonly Waiting[]): Promise<boolean>
  waiting(): Promise<readonly Waiting[]>
  /** True once the entries are durable, in this order, at the end of the log. */
  append(entries: readonly Entry[]): Promise<boolean>
  /** Moves items from the waiting room to the log, in one step: each only if it still waits, so that one tab alone does it. */
  release(entries: readonly Entry[]): Promise<boolean>
  readAfter(position: number, limit: number): Promise<readonly JournalEntry<Entry>[]>
  /** 0 for a reader without one. */
  bookmark(reader: string): Promise<number>
  advance(reader: string, position: number): Promise<boolean>
  /** Forgets the entries up to and with `position`: every reader is past them. */
  trim(position: number): Promise<void>
}
