import { describe, expect, it } from 'vitest'
import { readName, readOptions } from './readCall.ts'

const unreadable = new Proxy(
  {},
  {
    get() {
      throw new Error('no')
    },
  },
)

describe('the name of an event', () => {
  it.each<[unknown, string]>([
    ['Quote sent', 'Quote sent'],
    [undefined, 'undefined'],
    [null, 'null'],
    [5, '5'],
    [5n, '5'],
    [Symbol('s'), 'Symbol(s)'],
    [{}, '[object Object]'],
    [unreadable, 'object'],
    [Object.create(null), 'object'],
  ])('is a text, whatever was given', (given, name) => expect(readName(given)).toBe(name))
})

describe('the options of an event', () => {
  const none = { messaging: false, priority: 'normal' }
  it.each<[unknown, object]>([
    [undefined, none],
    [null, none],
    ['messaging', none],
    [{ messaging: 1 }, { ...none, messaging: true }],
    [{ priority: 'high' }, { ...none, priority: 'high' }],
    [{ priority: 'urgent' }, none],
    [
      { priority: 1n, messaging: true },
      { ...none, messaging: true },
    ],
    [unreadable, {}],
  ])('are those that there are, whatever was given', (given, options) => expect(readOptions(given)).toEqual(options))
})
