/** What the name of a file says: `2026-11-28T07.00000012.<cursor>.parquet`. */
export interface FileName {
  /** The hour of the events of a Parquet file, in UTC, or that in which an open file was begun. */
  readonly hour: string
  /** Files are numbered in the order in which they were begun. The parts of one open file have its number. */
  readonly number: number
  /** Of the last event before an open file, or of the last one that was in the open file that a Parquet file comes from. */
  readonly cursor: string | undefined
}

const DIGITS = 8
/** Stands for the start of the store. No cursor is written so. */
const START = '%'
/** File systems take names of 255 bytes. */
const MAX_CURSOR = 200

export type Extension = 'ndjson' | 'parquet'

export function writeFileName({ hour, number, cursor }: FileName, extension: Extension): string {
  const place = cursor === undefined ? START : encoded(cursor)
  if (place.length > MAX_CURSOR) throw new Error('A cursor of the store is too long for the name of a file.')
  return `${hour}.${String(number).padStart(DIGITS, '0')}.${place}.${extension}`
}

/** Undefined if the file is none of ours. */
export function readFileName(name: string, extension: Extension): FileName | undefined {
  const [, hour, number, place, end] = /^(\d{4}-\d\d-\d\dT\d\d)\.(\d{8,})\.(.+)\.(\w+)$/.exec(name) ?? []
  if (hour === undefined || place === undefined || end !== extension) return undefined
  return { hour, number: Number(number), cursor: place === START ? undefined : decodeURIComponent(place) }
}

/** The hour of a time in milliseconds since 1970, in UTC. */
export const hourOf = (ms: number): string => new Date(ms).toISOString().slice(0, 13)

/** When an hour ends, in milliseconds since 1970. */
export const endOf = (hour: string): number => Date.parse(`${hour}:00:00Z`) + 3_600_000

/** Letters, digits and few signs, so that no shell, glob or address reads them as something else. */
const encoded = (cursor: string) =>
  encodeURIComponent(cursor).replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
