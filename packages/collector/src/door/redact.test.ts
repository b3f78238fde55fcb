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

test('values that look like secrets are replaced wherever an event has them, and its identity stays', async () => {
  const MAIL = 'ann@example.com'
  const RELEASE = 'kT7bQ2xW9mZ4vR1cL8nY'
  const door = openDoor({ redactValues: true, redact: /^card$/ })
  const moment = { release: RELEASE, session: { id: RELEASE, startedAt: 1 }, view: { id: RELEASE, title: MAIL } }
  const event = {
    name: `Sent to ${MAIL}`,
    url: `https://app.test/?to=${MAIL}`,
    properties: { list: [{ [MAIL]: MAIL }], password: ['hunter'], commit: 'a'.repeat(40), card: '1' },
    identity: { id: MAIL },
  }
  const shared = {
    flagSets: { one: { 'LDFF: support': MAIL, 'LDFF: card': 1 } },
    flagDetails: { one: { help: { value: MAIL, variation: 1 } } },
    moments: [{ page: 'page-1', ...moment }],
  }
  const batch = {
    ...wireBatch([wireEvent(1, { ...event, flagSet: 'one', moment: 0 }), wireEvent(2, { ...event, moment })]),
    ...shared,
  }
  expect((await door.post(batch)).status).toBe(202)
  const bodies = (await door.store.newest(2)).map(({ body }) => JSON.parse(body))
  const [first, second] = bodies.map(({ properties }) => properties)
  for (const body of bodies) {
    expect(body).toMatchObject({
      name: 'Sent to [email]',
      url: 'https://app.test/?to=[email]',
      identity: { id: MAIL },
      moment: { ...moment, view: { id: RELEASE, title: '[email]' } },
    })
    expect(JSON.stringify({ ...body, identity: undefined })).not.toMatch(/ann@|hunter|"card"/)
  }
  expect([first, second]).toContainEqual({
    list: [{ '[email]': '[email]' }],
    password: '[secret]',
    commit: 'a'.repeat(40),
    'LDFF: support': '[email]',
    'LDFF: card': 1,
  })
})
