import type { Answer } from '../parquet/openEvents.ts'

export const FORMATS = ['table', 'json', 'csv'] as const
export type Format = (typeof FORMATS)[number]

/** The rows as a text that ends with a new line. */
export function printAnswer(answer: Answer, format: Format): string {
  if (format === 'table') return table(answer)
  return format === 'json' ? json(answer) : csv(answer)
}

const textOf = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

function table({ columns, rows }: Answer): string {
  // A line of a table is a line of the terminal, and no text of a page moves its cursor.
  const cells = rows.map((row) => row.map((value) => textOf(value).replaceAll(/\p{Cc}/gu, ' ')))
  const isRight = columns.map((_, i) => rows.length > 0 && rows.every((row) => isNumberOrNull(row[i])))
  const widths = columns.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (isRight[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return `${[line(columns), rule, ...cells.map(line)].join('\n')}\n`
}

const isNumberOrNull = (value: unknown) => value === null || typeof value === 'number'

const json = ({ columns, rows }: Answer) =>
  `${JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
    null,
    2,
  )}\n`

/** RFC 4180, with the new line of Unix. */
const csv = ({ columns, rows }: Answer) =>
  [columns, ...rows].map((row) => `${row.map((value) => cell(textOf(value))).join(',')}\n`).join('')

const cell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
