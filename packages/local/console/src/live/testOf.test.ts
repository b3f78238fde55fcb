import { describe, expect, test } from 'vitest'
import { eventLine, type EventLine } from './eventLine.ts'
import { playwrightTest, unitTest } from './testOf.ts'

function lineOf(properties: Record<string, unknown>, identity: { id?: string; impersonator?: string }): EventLine {
  const event = { id: '1', name: 'Bob\'s "quote"', at: 1, url: '', properties, identity }
  return eventLine({ id: '1', life: undefined, stored: { event, app: { name: '' }, receivedAt: 2 } }, [])
}

const line = lineOf(
  { total: 1200, 'net price': "it's", screen_dimensions: '1x1', 'LDFF: new_pricing': true },
  { id: 'u:1' },
)

describe('unitTest', () => {
  const text = unitTest(line, ['new-pricing', 'other'])

  test('repeats and expects the event, with the flags under their keys', () => {
    expect(text).toContain("flags: {\n      'new-pricing': true,\n    }")
    expect(text).toContain("'LDFF: new_pricing': true")
    expect(text).toContain('total: 1200')
  })

  test('omits what depends on the screen', () => expect(text).not.toContain('screen_dimensions'))

  test('escapes all strings', () => {
    expect(text).toContain(`telltale.track('Bob\\'s "quote"', {`)
    expect(text).toContain(`'net price': 'it\\'s',`)
  })
})

test('playwrightTest queries the collector and expects the user', () => {
  const text = playwrightTest(line, { page: 'http://127.0.0.1:1/', services: 'http://127.0.0.1:2' })
  expect(text).toContain("page.goto('http://127.0.0.1:1/')")
  expect(text).toContain("request.get('http://127.0.0.1:2/console/events.ndjson')")
  expect(text).toContain("identity: expect.objectContaining({\n        id: 'u:1',\n      })")
})

test('is an empty object without a user and properties', () => {
  const bare = lineOf({}, {})
  expect(unitTest(bare, [])).not.toContain('identity')
  expect(playwrightTest(bare, { page: '', services: '' })).toContain('identity: expect.objectContaining({})')
})
