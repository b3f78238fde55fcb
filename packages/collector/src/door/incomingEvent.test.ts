import { expect, test } from 'vitest'
import { openDoor, wireBatch, wireEvent, wireId } from '../testing/hostileDoor.ts'

const visitorsOf = async (...events: readonly object[]) => {
  const door = openDoor()
  expect((await door.post(wireBatch(events.map((event, index) => wireEvent(index + 1, event))))).status).toBe(202)
  return door.given.flatMap((batch) => batch.events).map(({ visitor }) => visitor)
}

test('an event has the visitor while nobody is signed in, and the sign-in says who it was', async () => {
  const signIn = { name: 'Visitor signed in', kind: 'sign-in', identity: { id: 'ada' }, properties: { visitor: 'v-1' } }
  expect(await visitorsOf({ identity: { visitor: 'v-1' } }, signIn)).toEqual(['v-1', 'v-1'])
})

test('a property of another event is no visitor, and one of another type neither', async () => {
  const properties = { visitor: 'v-1' }
  const signIn = { kind: 'sign-in', identity: { id: 'ada' } }
  expect(
    await visitorsOf(
      { properties, identity: { id: 'ada' } },
      { properties, kind: 'page' },
      { ...signIn, properties: { visitor: 5 } },
      { ...signIn, properties: { visitor: '' } },
      { ...signIn, properties: { visitor: 'x'.repeat(10_000) } },
    ),
  ).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('the events of a visitor are given out with those of the person who has signed in', async () => {
  const door = openDoor()
  const signIn = { kind: 'sign-in', identity: { id: 'ada' }, properties: { visitor: 'v-1' } }
  await door.post(wireBatch([wireEvent(1, { identity: { visitor: 'v-1' } }), wireEvent(2, signIn)]))
  const about: string[] = []
  for await (const some of door.store.about({ kind: 'person', id: 'ada' })) about.push(...some.map(({ id }) => id))
  expect(about).toEqual([wireId(1), wireId(2)])
})

test('an event with a moment that others share is stored as one with a moment of its own', async () => {
  const door = openDoor()
  const page = '0e4f3c1a-52d7-4f0e-9b6e-000000000001'
  const moment = { release: 'r 1', session: { id: 's' }, text: 'a text', moment: 5 }
  const of = { ...wireEvent(1), page: undefined, n: 1 }
  const own = { ...of, page, moment }
  await door.post({ ...wireBatch([{ ...of, moment: 0 }]), moments: [{ page, ...moment }] })
  await door.post(wireBatch([{ ...own, id: wireId(2) }]))
  const [shared, alone] = door.given.flatMap((batch) => batch.events).map(({ id, body }) => body.replace(id, ''))
  expect(JSON.parse(shared ?? '')).toMatchObject({ page, moment: { text: 'a text', session: { id: 's' } } })
  expect(JSON.parse(shared ?? '')).toEqual(JSON.parse(alone ?? ''))
})

test('an event that has a field twice is stored with the last one, by which it is found', async () => {
  const door = openDoor()
  const event = JSON.stringify(wireEvent(1, { identity: { id: 'ada' } }))
  const twice = event.replace('"identity"', '"identity":{"id":"ben"},"identity"')
  await door.post(JSON.stringify(wireBatch([])).replace('"events":[]', `"events":[${twice}]`))
  const [stored] = door.given.flatMap((batch) => batch.events)
  expect(stored).toMatchObject({ person: 'ada', body: expect.not.stringContaining('ben') as string })
})
