import { describe, expect, it } from 'vitest'
import { type Decision, joined, readDecision, stateOf, writeDecision } from './decisions.ts'

/** A decision about all its purposes at once. */
function decision(more: Partial<Decision> = {}): Decision {
  const made = { id: 'd1', at: 1, text: '', source: 'page', purposes: { analytics: true }, over: [], ...more }
  return { times: Object.fromEntries(Object.keys(made.purposes).map((name) => [name, made.at])), ...made }
}

describe('the state of a purpose', () => {
  it.each([
    ['is pending while nobody has decided', undefined, {}, 'pending'],
    ['is what the settings say at first', undefined, { initial: { analytics: true } }, 'granted'],
    [
      'is denied by a signal of the browser, whatever the settings say',
      undefined,
      { initial: { analytics: true }, denied: ['analytics'] },
      'denied',
    ],
    ['is what the user has decided, whatever the signal says', decision(), { denied: ['analytics'] }, 'granted'],
    [
      'is denied by a decision',
      decision({ purposes: { analytics: false } }),
      { initial: { analytics: true } },
      'denied',
    ],
    [
      'is what the settings say if a decision leaves it out',
      decision({ purposes: {} }),
      { initial: { analytics: false } },
      'denied',
    ],
    [
      'is pending if the settings say anything but true and false',
      undefined,
      { initial: { analytics: 'yes' as never } },
      'pending',
    ],
  ])('%s', (_title, made, defaults, expected) => {
    expect(stateOf('analytics', made, defaults)).toBe(expected)
  })

  it('is granted if the purpose is necessary', () => {
    expect(stateOf('necessary', decision({ purposes: { necessary: false } }), { denied: ['necessary'] })).toBe(
      'granted',
    )
  })

  it.each(['constructor', '__proto__', 'toString'])(
    'is pending for a purpose called "%s" that nobody has decided',
    (name) => {
      expect(stateOf(name, decision(), {})).toBe('pending')
    },
  )
})

describe('of two decisions', () => {
  it.each([
    ['the later one is in force', decision({ at: 2 }), decision({ id: 'd2', at: 3 }), 'd2'],
    ['the later one is in force, in whichever order', decision({ id: 'd2', at: 3 }), decision({ at: 2 }), 'd2'],
    ['of one millisecond, the one with the later id is in force', decision(), decision({ id: 'd2' }), 'd2'],
    [
      'of one millisecond, the one with the later id is in force, in whichever order',
      decision({ id: 'd2' }),
      decision(),
      'd2',
    ],
    ['one alone is in force', undefined, decision(), 'd1'],
  ])('%s', (_title, one, other, expected) => expect(joined(one, other)?.id).toBe(expected))

  it('both hold if they are about different purposes, in whichever order', () => {
    const [first, last] = [decision(), decision({ id: 'd2', at: 2, purposes: { monitoring: false } })]
    const both = { ...last, purposes: { analytics: true, monitoring: false }, times: { analytics: 1, monitoring: 2 } }
    expect([joined(first, last), joined(last, first)]).toEqual([both, both])
  })

  it('the later one about each purpose holds', () => {
    const first = decision({ at: 2, purposes: { analytics: false }, times: { analytics: 2 } })
    const last = decision({ id: 'd2', at: 3, purposes: { analytics: true, b: true }, times: { analytics: 1, b: 3 } })
    expect(joined(first, last)?.purposes).toEqual({ analytics: false, b: true })
  })

  it('what is stored is in force if they are the same: no page writes it again', () => {
    const stored = decision()
    expect(joined(decision(), stored)).toBe(stored)
  })

  it('the later one holds about a purpose that both have decided in one moment', () => {
    const first = decision({ at: 2, purposes: { analytics: false }, times: { analytics: 1 } })
    const last = decision({ id: 'd2', at: 3, purposes: { analytics: true }, times: { analytics: 1 } })
    expect([joined(first, last), joined(last, first)]).toEqual([last, last])
  })

  it('what is over for one of them is over for both', () => {
    const first = decision({ over: ['messaging', 'monitoring'] })
    const last = decision({ id: 'd2', at: 2, purposes: { monitoring: false }, over: ['messaging'] })
    expect(joined(first, last)?.over).toEqual(['messaging', 'monitoring'])
    expect(joined(first, { ...last, purposes: first.purposes, times: { analytics: 2 } })?.over).toEqual(['messaging'])
  })

  it('there is none if neither is one', () => expect(joined(undefined, undefined)).toBeUndefined())

  it('only the later one holds if they are about different texts', () => {
    const last = decision({ id: 'd2', at: 2, text: '2', purposes: { monitoring: false } })
    expect(joined(decision(), last)).toEqual(last)
  })
})

describe('a stored decision', () => {
  it('is read as it was written', () => expect(readDecision(writeDecision(decision()))).toEqual(decision()))

  it.each([
    undefined,
    '',
    'x',
    '[]',
    '{}',
    'null',
    JSON.stringify({ ...decision(), at: 'soon' }),
    JSON.stringify({ ...decision(), purposes: [true] }),
    JSON.stringify({ ...decision(), id: 1 }),
    JSON.stringify({ ...decision(), times: 1 }),
    JSON.stringify({ ...decision(), text: 1 }),
    JSON.stringify({ ...decision(), source: undefined }),
  ])('that is damaged is none: %s', (text) => expect(readDecision(text)).toBeUndefined())

  it('has no values but true and false', () => {
    const purposes = { analytics: 'yes', monitoring: true, messaging: true }
    const text = JSON.stringify({ ...decision(), purposes, times: { analytics: 1, monitoring: 1, messaging: 'soon' } })
    expect(readDecision(text)?.purposes).toEqual({ monitoring: true })
  })

  it.each([[undefined], ['messaging'], [null], [{ messaging: true }]])(
    'may say nothing of what is over: %j',
    (over) => {
      expect(readDecision(JSON.stringify({ ...decision(), over }))).toEqual(decision())
    },
  )

  it('has nothing but names of what is over', () => {
    const text = JSON.stringify({ ...decision(), over: [1, 'messaging', null] })
    expect(readDecision(text)?.over).toEqual(['messaging'])
  })

  it('has nothing that another version of the library has added', () => {
    expect(readDecision(JSON.stringify({ ...decision(), more: 1 }))).toEqual(decision())
  })
})
