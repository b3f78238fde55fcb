import { describe, expect, test } from 'vitest'
import type { EventLife, LifeStep } from '../../../src/protocol/eventLife.ts'
import { lifeLine, marksOf } from './lifeLine.ts'

const stored = {
  event: { id: '1', name: 'n', at: 1, url: '', properties: {}, identity: {} },
  app: { name: '' },
  receivedAt: 2,
}

function lineOf(reported: readonly string[], isStored = false, more: Partial<EventLife> = {}) {
  const steps = reported.map((text, at): LifeStep => {
    const [step = '', destination, unconfirmed] = text.split('@')
    return {
      step: step as LifeStep['step'],
      at,
      ...(destination !== undefined && { destination }),
      ...(unconfirmed !== undefined && { isUnconfirmed: true }),
    }
  })
  const life = reported.length > 0 ? { id: '1', steps, copies: 0, ...more } : undefined
  return lifeLine({ id: '1', life, stored: isStored ? stored : undefined })
}

describe('lifeLine', () => {
  test.each([
    [['happened'], 'happened', 'tracked'],
    [['happened', 'pending'], 'pending', 'waits for the user'],
    [['happened', 'pending', 'completed'], 'completed', 'complete'],
    [['happened', 'completed', 'stored'], 'stored', 'saved'],
    [['happened', 'completed', 'held@a'], 'held', 'waits for consent'],
    [['happened', 'completed', 'held@a', 'held@b', 'dropped@a'], 'dropped', 'dropped for a'],
    [['happened', 'held@a', 'sent@b', 'acknowledged@b'], 'held', 'a waits for consent'],
    [['happened', 'held@a', 'released@a'], 'sent', 'sent'],
    [['happened', 'held@a', 'released@a', 'sent@a', 'acknowledged@a'], 'elsewhere', 'taken elsewhere'],
    [['happened', 'stored', 'sent@a'], 'sent', 'sent'],
    [['happened', 'stored', 'sent@a', 'sent@a', 'sent@a'], 'sent', 'sent 3 times'],
    [['happened', 'sent@a', 'sent@b', 'acknowledged@a'], 'sent', 'waits for b'],
    [['sent@a', 'sent@b', 'acknowledged@a', 'acknowledged@b'], 'elsewhere', 'taken elsewhere'],
    [['sent@a', 'sent@b', 'acknowledged@a', 'dropped@b'], 'dropped', 'dropped for b'],
    [['happened', 'dropped'], 'dropped', 'dropped'],
  ])('%j is %s: %j', (reported, stage, says) => {
    expect(lineOf(reported)).toMatchObject({ stage, says })
  })

  test.each([
    [['completed', 'sent@a', 'acknowledged@a'], ['a', 'b', 'collector'], 'sent', 'waits for b, collector'],
    [['completed', 'sent@a', 'acknowledged@a'], ['a'], 'elsewhere', 'taken elsewhere'],
    [['happened', 'completed', 'stored'], ['a', 'b'], 'stored', 'saved'],
    [['completed', 'sent@a', 'dropped@a'], ['a', 'b'], 'dropped', 'dropped for a'],
  ])('with the steps %j, an event for %j is %s: %j', (reported, destinations, stage, says) => {
    expect(lineOf(['happened', ...reported.slice(1)], false, { destinations })).toMatchObject({ stage, says })
  })

  test('an event that the collector has does not wait for it, although its page has not sent it', () => {
    const reported = ['happened', 'completed', 'sent@heap', 'acknowledged@heap']
    expect(lineOf(reported, true, { destinations: ['heap', 'collector'] }).stage).toBe('acknowledged')
    expect(lineOf(reported, true, { destinations: ['heap', 'datadog', 'collector'] }).says).toBe('waits for datadog')
  })

  test.each([
    ['page has not heard the answer', ['sent@collector', 'sent@collector']],
    ['page believes that it was refused', ['sent@collector', 'dropped@collector']],
    ['page has given it up', ['sent@collector', 'dropped']],
  ])('an event that the collector has is there, although its %s', (_, reported) => {
    const steps = ['happened', 'completed', ...reported]
    expect(lineOf(steps, true)).toMatchObject({
      stage: 'acknowledged',
      says: 'arrived',
      destinations: [
        { name: 'collector', stage: 'acknowledged', isUnheard: true, acknowledgedAt: 2, droppedAt: undefined },
      ],
    })
    expect(lineOf(steps, false, { copies: 2 }).stage).toBe('acknowledged')
    expect(lineOf([...steps, 'sent@heap'], true).says).toBe('waits for heap')
  })

  test.each([
    [['sent@heap', 'acknowledged@heap'], 'passed on', 'passed on'],
    [['sent@segment', 'acknowledged@segment@unconfirmed'], 'passed on', 'passed on'],
    [['sent@heap', 'sent@datadog', 'acknowledged@heap'], 'sent', 'waits for datadog'],
    [['sent@heap', 'sent@collector', 'acknowledged@heap'], 'sent', 'waits for collector'],
    [['sent@heap', 'sent@collector', 'acknowledged@heap', 'acknowledged@collector'], 'elsewhere', 'taken elsewhere'],
  ])('a vendor confirms nothing: %j is %s', (reported, stage, says) => {
    expect(lineOf(['happened', ...reported])).toMatchObject({ stage, says })
  })

  test('an event that a destination has refused is told from one that was given up', () => {
    const life = (reason: string): EventLife => ({
      ...{ id: 'a', copies: 0 },
      steps: [
        { step: 'happened', at: 1 },
        { step: 'dropped', at: 2, destination: 'a', reason },
        { step: 'acknowledged', at: 3, destination: 'b' },
      ],
    })
    const saysOf = (reason: string) => lifeLine({ id: 'a', stored: undefined, life: life(reason) })
    expect(saysOf('refused')).toMatchObject({ stage: 'refused', says: 'a refused' })
    expect(saysOf('over-budget')).toMatchObject({ stage: 'dropped', says: 'dropped for a' })
  })

  test('an event has arrived only when the collector of the console has it', () => {
    const reported = ['happened', 'completed', 'sent@collector', 'acknowledged@collector']
    expect(lineOf(reported)).toMatchObject({ stage: 'elsewhere', says: 'taken elsewhere' })
    expect(lineOf(reported, true)).toMatchObject({ stage: 'acknowledged', says: 'arrived' })
  })

  test('an event without a reported life is known to be collected', () => {
    expect(lineOf([], true)).toMatchObject({ stage: 'collected', says: 'at the collector', destinations: [] })
  })

  test('an event whose page could not report its first steps is collected: other destinations may have it, too', () => {
    expect(lineOf(['sent@collector', 'acknowledged@collector'], true)).toMatchObject({ stage: 'collected' })
  })

  test('an event stays collected even if its page has not reported the answer yet', () => {
    expect(lineOf(['happened', 'completed'], true).stage).toBe('collected')
  })

  test.each([
    [{}, 'waits for the user'],
    [{ noUser: 'resolving' }, 'waits for the user'],
    [{ noUser: 'failed' }, 'waits for the user'],
    [{ noUser: 'signed-out' }, 'waits for flags'],
    [{ noUser: 'refused' }, 'waits for flags'],
    [{ identity: 'u1' }, 'waits for flags'],
  ] as const)('an event that is pending on a page with %j %s', (who, says) => {
    expect(lineOf(['happened', 'pending'], false, who)).toMatchObject({ stage: 'pending', says })
  })

  test.each([
    [['happened', 'completed'], 'no destination'],
    [['happened', 'pending', 'completed', 'stored'], 'no destination'],
    [['happened', 'completed', 'dropped'], 'dropped'],
  ])('%j of a page without destinations is %s', (reported, stage) => {
    expect(lineOf(reported, false, { hasNoDestination: true })).toMatchObject({ stage, says: stage })
  })

  test('an acknowledgement after a drop counts as delivered, because the event was retried', () => {
    expect(lineOf(['sent@a', 'dropped@a', 'sent@a', 'acknowledged@a']).destinations).toMatchObject([
      { name: 'a', stage: 'acknowledged', sentAt: 0, attempts: 2, lastSentAt: 2, acknowledgedAt: 3 },
    ])
  })
})

test.each([
  ['happened', ['done', 'open', 'open', 'open', 'open']],
  ['acknowledged', ['done', 'done', 'done', 'done', 'done']],
  ['collected', ['unknown', 'unknown', 'unknown', 'unknown', 'done']],
] as const)('an event in the stage %s has the marks %j', (stage, marks) => {
  expect(marksOf(stage)).toEqual(marks)
})
