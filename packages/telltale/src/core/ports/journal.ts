/** What many entries have in common. */
export interface FlagSet {
  readonly id: string
  readonly properties: object
}

export interface Keyed {
  readonly id: string
  /** Stored once for all entries that have it, for as long as one of them is in the log. */
  readonly flagSet?: FlagSet
}

export interface JournalEntry<Entry> {
  /** Where the entry stands, for `advance`. */
  position: number
  entry: Entry
}

/**
 * `hold`: an item comes to wait. `identify`: the item of its id is replaced, if it still waits. `append`: an entry comes to the
 * end of the log. `release`: an entry comes to the end of the log in place of the item of its id, if that still waits: so one
 * tab alone does it.
 */
export type JournalWrite<Waiting extends Keyed, Entry extends Keyed> =
  { type: 'hold'; item: Waiting } | { type: 'identify'; item: Waiting } | { type: 'append' | 'release'; item: Entry }

/** How well something is kept: over the end of the page, until then, or not at all. */
export type Keeping = 'durable' | 'volatile' | 'refused'

/**
 * A log that all tabs of the origin share, with a bookmark for each reader, and a room in front of it where items wait until
 * they are complete. Never rejects.
 */
export interface Journal<Waiting extends Keyed, Entry extends Keyed> {
  /** All of these in one step, in this order. An entry whose id is in the log already is left out. */
  write(writes: readonly JournalWrite<Waiting, Entry>[]): Promise<Keeping>
  waiting(): Promise<readonly Waiting[]>
  /** What this reader has not read yet. A reader that was never here reads from the start. */
  read(reader: string, limit: number): Promise<readonly JournalEntry<Entry>[]>
  /** The reader is done with all up to and with this position. What one page says never goes back. Answers how well that is kept. */
  advance(reader: string, position: number): Promise<Keeping>
  /** Forgets what all of these readers have read. Answers the ids of what was volatile. */
  trim(readers: readonly string[]): Promise<readonly string[]>
  /** Everything in the log, whoever has read it. */
  entries(): Promise<readonly JournalEntry<Entry>[]>
  /** Of the log by their positions, of what waits by their ids. */
  remove(keys: readonly (number | string)[]): Promise<void>
  /** How many items wait; and, behind that, how many entries each of these readers has not read yet. */
  count(readers: readonly string[]): Promise<readonly number[]>
}
