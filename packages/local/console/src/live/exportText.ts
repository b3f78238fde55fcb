import { csv, ndjson } from '../../../src/collector/exportFormat.ts'
import { eventOf, type EventRows } from '../feed/eventRows.ts'

/** The formats of an export, by the end of the file's name. */
export const EXPORT_FORMATS = { ndjson, csv }
export type ExportName = keyof typeof EXPORT_FORMATS

/** The events with these ids as a file, the oldest first, as in an export of all events. An event that is not complete has no content. */
export function exportText({ chunks }: EventRows, ids: ReadonlySet<string>, name: ExportName): string {
  const { head, row: written } = EXPORT_FORMATS[name]
  const rows = chunks
    .flat()
    .reverse()
    .flatMap((row) => {
      const event = ids.has(row.id) ? eventOf(row) : undefined
      if (event === undefined) return []
      return [written(row.stored ?? { event, app: { name: row.life?.app ?? '' } })]
    })
  return `${head}${rows.join('')}`
}
