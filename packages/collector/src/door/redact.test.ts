import { expect, test } from 'vitest'
import { openDoor, wireBatch, wireEvent } from '../testing/hostileDoor.ts'

test('properties whose names match are not stored, at any depth, and the event is', async () => {
  // Sticky and global expressions remember where they were.
  for (const names of [/card|iban/i, /card|iban/gi, /.*(card|iban).*/iy]) {
    const door = openDoor({ redact: names })
    const properties = {
      cardNumber: '4111',
      total: 1,
      payment: { iban: 'DE1', kind: 'sepa', list: [{ IBAN: 'DE2', bank: 'x' }, ['iban']] },
      card: { deep: 1 },
    }
    expect((await door.post(wireBatch([wireEvent(1, { properties }), wireEvent(2, { properties })]))).status).toBe(202)
    for (const { body } of await door.store.newest(2))
      expect(JSON.parse(body).properties).toEqual({
        total: 1,
        payment: { kind: 'sepa', list: [{ bank: 'x' }, ['iban']] },
      })
  }
})

test('a plan sees an event before its properties are left out', async () => {
  const door = openDoor({
    redact: /card/,
    plan: ({ properties }) => ('card' in properties ? undefined : 'has no card'),
  })
  expect((await door.post(wireBatch([wireEvent(1, { properties: { card: 1 } })]))).status).toBe(202)
})
