import { expect, test } from 'vitest'
import type { EventRow } from '../feed/eventRows.ts'
import { exportText } from './exportText.ts'

const eventOf = (id: string, at: number) => ({ id, name: 'Quote sent', at, url: '', properties: {}, identity: {} })
const app = { name: 'Rental Desk', platform: 'web' }
const arrived = (id: string, at: number): EventRow => ({
  id,
  stored: { event: eventOf(id, at), app, receivedAt: at + 5 },
  life: undefined,
})
const refused: EventRow = {
  id: 'c',
  stored: undefined,
  life: { id: 'c', app: 'Rental Desk', copies: 0, steps: [], event: eventOf('c', 3) },
}
const incomplete: EventRow = { id: 'd', stored: undefined, life: { id: 'd', copies: 0, steps: [] } }
const rows = {
  chunks: [
    [incomplete, refused],
    [arrived('b', 2), arrived('a', 1)],
  ],
  length: 4,
}

test('the events that are seen are exported, the oldest first, those that have not arrived among them', () => {
  const lines = exportText(rows, new Set(['a', 'c', 'd']), 'ndjson')
    .trimEnd()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { ...eventOf('a', 1), app, receivedAt: 6 },
    { ...eventOf('c', 3), app: { name: 'Rental Desk' } },
  ])
})

test('as CSV, they have the columns of an export of all events', () => {
  const [head, first, second, end] = exportText(rows, new Set(['b', 'c']), 'csv').split('\r\n')
  expect(head).toBe('id,name,happened,arrived,identity,impersonator,url,app,platform,promotion,properties')
  expect(first).toBe('b,Quote sent,1970-01-01T00:00:00.002Z,1970-01-01T00:00:00.007Z,,,,Rental Desk,web,,{}')
  expect(second).toBe('c,Quote sent,1970-01-01T00:00:00.003Z,,,,,Rental Desk,,,{}')
  expect(end).toBe('')
})
