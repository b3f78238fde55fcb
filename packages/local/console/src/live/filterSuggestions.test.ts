import { describe, expect, test } from 'vitest'
import { eventLine, type EventLine } from './eventLine.ts'
import { filterSuggestions } from './filterSuggestions.ts'
import { eventFilter, NO_FILTER } from './eventFilter.ts'
import { whyNothing } from './whyNothing.ts'

const users = [{ token: 't', identity: { unique_identity: 'u1', user_name: 'Dana Whitfield' } }]

function lineOf(name: string, properties: Record<string, unknown> = {}): EventLine {
  const event = { id: name, name, at: 1000, url: '', properties, identity: { id: 'u1' } }
  return eventLine({ id: name, stored: { event, app: { name: '' }, receivedAt: 1000 }, life: undefined }, users)
}

const lines = [lineOf('Quote sent', { total: 1200, 'LDFF: new_pricing': true }), lineOf('Fleet viewed')]
const terms = (typed: string) => filterSuggestions(typed, lines).map(({ term }) => term)
const fitting = (typed: string) => lines.filter(eventFilter({ ...NO_FILTER, typed })).map(({ name }) => name)

describe('filterSuggestions', () => {
  test.each([
    ['', ['name:', 'user:', 'flag:', 'has:', 'app:', 'to:', 'refused:', 'is:']],
    ['quote ', ['name:', 'user:', 'flag:', 'has:', 'app:', 'to:', 'refused:', 'is:']],
    ['F', ['flag:']],
    ['name:', ['name:"Quote sent"', 'name:"Fleet viewed"']],
    ['name:"fleet v', ['name:"Fleet viewed"']],
    ['user:da', ['user:"Dana Whitfield"']],
    ['name:"Quote sent" ', ['name:', 'user:', 'flag:', 'has:', 'app:', 'to:', 'refused:', 'is:']],
    ['name:"Quote sent" fl', ['flag:']],
    ['user:"Dana Whitfield" name:"fleet v', ['name:"Fleet viewed"']],
    ['name:"Quote sent"', []],
    ['flag:', ['flag:new_pricing=true']],
    ['flag:new-p', ['flag:new_pricing=true']],
    ['has:to', ['has:total=1200']],
    ['is:', ['is:"at the collector"']],
    ['to:', []],
    ['http:', []],
    ['zzz', []],
  ])('after %j the filter suggests %j', (typed, suggested) => {
    expect(terms(typed)).toEqual(suggested)
  })

  test('values that begin with what was typed come first', () => {
    const sent = filterSuggestions('name:se', [lineOf('Quote sent'), lineOf('Sent back')])
    expect(sent.map(({ term }) => term)).toEqual(['name:"Sent back"', 'name:"Quote sent"'])
  })

  test('a suggestion replaces only the last term, and matches the event that it came from', () => {
    const [suggestion] = filterSuggestions('sent user:d', lines)
    expect(suggestion?.value).toBe('sent user:"Dana Whitfield" ')
    expect(fitting(suggestion?.value ?? '')).toEqual(['Quote sent'])
  })
})

test('words in quotation marks are one term, with or without a prefix', () => {
  expect(fitting('"quote sent"')).toEqual(['Quote sent'])
  expect(fitting('"sent quote"')).toEqual([])
  expect(fitting('name:"fleet viewed"')).toEqual(['Fleet viewed'])
  expect(fitting('"')).toEqual(['Quote sent', 'Fleet viewed'])
})

describe('whyNothing', () => {
  const why = (typed: string, more = {}) =>
    whyNothing(lines, { ...NO_FILTER, typed, ...more }, { show: 'Show: Late', user: 'Dana' }).map(
      ({ name, alone, without }) => [name, alone, without],
    )

  test('names only the terms that match no event', () => {
    expect(why('quote flag:x=true')).toEqual([['flag:x=true', 0, 1]])
  })

  test('names all terms that exclude each other, with the number of events that each matches', () => {
    expect(why('quote fleet')).toEqual([
      ['quote', 1, 1],
      ['fleet', 1, 1],
    ])
  })

  test('names selected as well as typed conditions', () => {
    expect(why('quote', { show: 'late' })).toEqual([['Show: Late', 0, 1]])
  })

  test('returns the filter without the condition', () => {
    const [excluding] = whyNothing(lines, { ...NO_FILTER, typed: 'quote zzz "a b"' }, { show: '', user: '' })
    expect(excluding?.rest.typed).toBe('quote "a b"')
  })
})
