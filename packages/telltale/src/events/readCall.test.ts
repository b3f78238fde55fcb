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
  it.each([['Quote sent'], ['x'], [' Quote sent ']])('is the string that was given: %j', (given) =>
    expect(readName(given)).toBe(given),
  )

  it.each<[unknown]>([
    [undefined],
    [null],
    [''],
    ['  '],
    ['\n'],
    [5],
    [5n],
    [Symbol('s')],
    [{}],
    [['Quote sent']],
    [unreadable],
    [Object.create(null)],
  ])('is missing when something else was given, or an empty string (case %#)', (given) =>
    expect(readName(given)).toBeUndefined(),
  )
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
