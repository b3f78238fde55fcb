import { expect, test } from 'vitest'
import { nextLives, type Life } from './lives.ts'

const step = (lives: readonly Life[], id: string, of: 'happened' | 'completed' | 'stored' | 'sent' | 'acknowledged') =>
  nextLives(lives, {
    id,
    step: of,
    at: 1,
    ...(of === 'happened' ? { name: `Event ${id}` } : { destination: 'collector' }),
  })

test('an event is drawn with the steps that it has made', () => {
  const steps = ['happened', 'completed', 'stored', 'sent', 'acknowledged'] as const
  const lives = steps.reduce<readonly Life[]>((before, of) => step(before, '1', of), [])
  expect(lives).toEqual([
    { id: '1', name: 'Event 1', isCompleted: true, isStored: true, sent: ['collector'], acknowledged: ['collector'] },
  ])
})

test('an event that an earlier page has tracked is drawn when it is sent', () => {
  expect(step([], '1', 'sent')).toMatchObject([{ id: '1', isStored: true, sent: ['collector'], acknowledged: [] }])
})

test('only the last six events are drawn, the newest first', () => {
  const ids = ['1', '2', '3', '4', '5', '6', '7']
  const lives = ids.reduce<readonly Life[]>((before, id) => step(before, id, 'happened'), [])
  expect(lives.map(({ id }) => id)).toEqual(['7', '6', '5', '4', '3', '2'])
})
