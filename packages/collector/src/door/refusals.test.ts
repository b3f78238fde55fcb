import { expect, it } from 'vitest'
import { compilePlan } from '../plan.ts'
import { openDoor, wireBatch, wireEvent } from '../testing/hostileDoor.ts'

it('names the event that does not fit the plan, and tells the operator once a minute', async () => {
  let now = 0
  const plan = compilePlan({ events: { 'Quote sent': { type: 'object', required: ['total'] } } })
  const door = openDoor({ plan, now: () => now })
  const batch = wireBatch([wireEvent(1, { name: 'Quote sent', properties: { card: '4111' } })])
  const answer = await door.post(batch)
  expect(answer.status).toBe(422)
  expect(((await answer.json()) as { message: string }).message).toMatch(
    /^Event 0 \("Quote sent"\) does not fit the plan: /,
  )
  await door.post(batch)
  expect(door.lines).toHaveLength(1)
  now += 60_000
  await door.post(batch)
  expect(door.lines).toHaveLength(2)
  expect(door.lines[0]).toContain('Events are refused')
  expect(door.lines.join()).not.toContain('4111')
})
