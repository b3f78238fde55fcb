import { describe, expect, it } from 'vitest'
import { isStoredDraft, isStoredEvent, isStoredRecord } from './storedRecord.ts'
import { anEvent } from '../../testing/fakeHost.ts'

const event = anEvent('1', { identity: { id: 'ida', impersonator: 'sam' }, messaging: true })
const { identity: _, ...draft } = { ...event, tokenDigest: 'salt digest' }

describe('a value that was read from storage', () => {
  it.each<[string, unknown]>([
    ['all fields', event],
    ['an empty identity', { ...event, identity: {} }],
    ['a field that this version does not know', { ...event, later: 1 }],
    ['a field that this version does not know', { ...event, priority: 'urgent' }],
  ])('a value that was read from storage is an event when it has %s', (_title, value) =>
    expect(isStoredEvent(value)).toBe(true),
  )

  it('a value that was read from storage is a draft, and not an event, without an identity', () => {
    expect([isStoredDraft(draft), isStoredEvent(draft)]).toEqual([true, false])
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['text', 'text'],
    ['a number', 0],
    ['a list', [event]],
    ['an object without fields', {}],
    ['an event with an empty id', { ...event, id: '' }],
    ['an event with a number as its id', { ...event, id: 5 }],
    ['an event without a name', { ...event, name: undefined }],
    ['an event with an object as its name', { ...event, name: {} }],
    ['an event without an address', { ...event, url: undefined }],
    ['an event without an epoch', { ...event, epoch: undefined }],
    ['an event without a time', { ...event, at: null }],
    ['an event whose time is not a number', { ...event, at: NaN }],
    ['an event whose properties are a list', { ...event, properties: [] }],
    ['an event whose identity is null', { ...event, identity: null }],
    ['an event whose identity has a number as its id', { ...event, identity: { id: 5 } }],
    ['an event whose impersonator is an object', { ...event, identity: { impersonator: {} } }],
    ['a draft whose token digest is an object', { ...draft, tokenDigest: {} }],
    ['a draft whose destinations are a text', { ...draft, destinations: 'collector' }],
    ['a draft with a number as the name of a destination', { ...draft, destinations: [5] }],
  ])('a value that was read from storage is neither an event nor a draft when it is %s', (_title, value) =>
    expect([isStoredEvent(value), isStoredDraft(value)]).toEqual([false, false]),
  )

  it.each<[boolean, string | undefined, unknown]>([
    [true, 'collector', { event, todo: ['collector'] }],
    [true, 'refused:collector', { event, todo: ['refused:collector'], reasons: { collector: 'no' } }],
    [true, 'pending', { event: draft, todo: ['pending'] }],
    [true, undefined, { event: draft, todo: ['pending'] }],
    [true, undefined, { event, todo: ['collector'] }],
    [false, undefined, { event: draft, todo: ['collector'] }],
    [false, 'collector', { event: draft, todo: ['collector'] }],
    [false, 'collector', { event, todo: 'collector' }],
    [false, 'collector', { event, todo: ['collector'], reasons: 'no' }],
    [false, 'collector', { event }],
    [false, 'collector', { todo: ['collector'] }],
    [false, 'collector', null],
  ])('a value that was read from storage is a record: %s, for the task %s and %j', (expected, task, value) =>
    expect(isStoredRecord(value, task)).toBe(expected),
  )
})
