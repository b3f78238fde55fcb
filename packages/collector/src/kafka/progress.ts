import type { Reader } from './openReader.ts'

/** What has become of records of a topic. */
export interface Progress {
  /** Records that were read, and need not be read again. */
  readonly read: number
  /** Events among them that were stored, or copied to the clean topic. The others were copies, or of somebody who was deleted. */
  readonly stored: number
  /** Records among them that were left out, because they are not of the collector, or because PostgreSQL does not take them. */
  readonly refused: number
  /** How many records each partition has that are still to be read. */
  readonly behind: readonly number[]
}

/** What a process that reads a topic tells about it. */
export interface ProgressOptions {
  /** Called when something was read, and about twice a second when there is nothing to read. */
  readonly onProgress?: (progress: Progress) => void
}

export type Counts = Pick<Progress, 'read' | 'stored' | 'refused'>

export const NOTHING: Counts = { read: 0, stored: 0, refused: 0 }

export const sumOf = (one: Counts, other: Counts): Counts => ({
  read: one.read + other.read,
  stored: one.stored + other.stored,
  refused: one.refused + other.refused,
})

/** How far the partitions are behind their ends, as the reader has heard last. */
export const behindOf = (positions: readonly bigint[], { ends }: Pick<Reader, 'ends'>): readonly number[] =>
  positions.map((position, partition) => Math.max(0, Number((ends[partition] ?? position) - position)))
