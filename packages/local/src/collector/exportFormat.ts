import type { ReceivedEvent } from './collector.ts'

/** An event, which may not have arrived. */
type Exported = Omit<ReceivedEvent, 'receivedAt'> & Partial<Pick<ReceivedEvent, 'receivedAt'>>

/** The formats in which events are exported. */
export interface ExportFormat {
  readonly type: string
  readonly head: string
  row(exported: Exported): string
}

/** All fields of each event as JSON, one line each. */
export const ndjson: ExportFormat = {
  type: 'application/x-ndjson; charset=utf-8',
  head: '',
  row: ({ event, app, receivedAt }) => `${JSON.stringify({ ...event, app, receivedAt })}\n`,
}

const COLUMNS: Readonly<Record<string, (exported: Exported) => string | undefined>> = {
  id: ({ event }) => event.id,
  name: ({ event }) => event.name,
  happened: ({ event }) => isoTime(event.at),
  arrived: ({ receivedAt }) => (receivedAt === undefined ? undefined : isoTime(receivedAt)),
  identity: ({ event }) => event.identity.id,
  impersonator: ({ event }) => event.identity.impersonator,
  url: ({ event }) => event.url,
  app: ({ app }) => app.name,
  platform: ({ app }) => app.platform,
  promotion: ({ app }) => app.promotion,
  properties: ({ event }) => JSON.stringify(event.properties),
}

/** A table for spreadsheets, as RFC 4180 defines it. */
export const csv: ExportFormat = {
  type: 'text/csv; charset=utf-8',
  head: line(Object.keys(COLUMNS)),
  row: (exported) => line(Object.values(COLUMNS).map((column) => column(exported) ?? '')),
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  // A spreadsheet would execute a cell that begins like this as a formula.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Empty for an invalid time. */
function isoTime(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
