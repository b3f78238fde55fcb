import { describe, expect, test } from 'vitest'
import { csv, ndjson } from './exportFormat.ts'
import type { ReceivedEvent } from './collector.ts'

function stored(more: Partial<ReceivedEvent['event']> = {}): ReceivedEvent {
  const event = {
    id: '1',
    name: 'Quote sent',
    at: 0,
    url: 'http://a/',
    properties: {},
    identity: { id: 'u1' },
    ...more,
  }
  return { event, app: { name: 'Rental Desk', platform: 'web', promotion: 'production' }, receivedAt: 1000 }
}

test('ndjson is one line of JSON with all fields', () => {
  const text = ndjson.row(stored({ properties: { note: 'two\nlines' }, epoch: 'e' }))
  expect(text.endsWith('\n')).toBe(true)
  expect(text.trimEnd()).not.toContain('\n')
  expect(JSON.parse(text)).toMatchObject({ id: '1', epoch: 'e', receivedAt: 1000, app: { name: 'Rental Desk' } })
})

describe('csv', () => {
  test('has a header, and as many cells in each row', () => {
    expect(csv.head).toBe('id,name,happened,arrived,identity,impersonator,url,app,platform,promotion,properties\r\n')
    expect(csv.row(stored())).toBe(
      '1,Quote sent,1970-01-01T00:00:00.000Z,1970-01-01T00:00:01.000Z,u1,,http://a/,Rental Desk,web,production,{}\r\n',
    )
  })

  test.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['@x', "'@x"],
    ['=A1,"b"', `"'=A1,""b"""`],
  ])('escapes %j, so that a spreadsheet neither truncates nor executes it', (name, written) => {
    expect(csv.row(stored({ name }))).toContain(`1,${written},1970`)
  })

  test('leaves an invalid time empty', () => {
    expect(csv.row(stored({ at: 1e300 }))).toContain('1,Quote sent,,1970')
  })
})
