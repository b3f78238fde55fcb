import { describe, expect, it } from 'vitest'
import { NOW, openDoor, textsIn, wireBatch, wireEvent } from '../testing/hostileDoor.ts'

/** What is stored of a batch that was taken. */
const storedBodies = async (door: ReturnType<typeof openDoor>): Promise<readonly unknown[]> =>
  (await door.store.after(undefined, 1_000)).map(({ body }): unknown => JSON.parse(body))

describe('texts that databases do not take', () => {
  it.each([
    ['a NUL', '\u0000'],
    ['the first half of a pair', '\ud83d'],
    ['the second half of a pair', '\ude00'],
    ['halves in the wrong order', '\ude00\ud83d'],
  ])('are replaced wherever they are, and nothing is refused: %s', async (_, half) => {
    const text = `a${half}b`
    const door = openDoor()
    const event = wireEvent(1, {
      name: text,
      page: text,
      url: text,
      epoch: text,
      moment: 0,
      flagSet: text,
      overridden: [text],
      properties: { screen_dimensions: '1x1', [text]: text, deep: [{ [text]: [text] }] },
      identity: { id: text, visitor: text, impersonator: text, accounts: { [text]: { key: text, name: text } } },
      later: { [text]: text },
    })
    const answer = await door.post(
      wireBatch([event, wireEvent(2)], {
        app: { name: 'Quotes', platform: text },
        project: text,
        destination: text,
        pages: { [text]: { last: 3, filtered: '2', [text]: '3' } },
        flagSets: { [text]: { [`LDFF: ${text}`]: text } },
        flagDetails: { [text]: { [text]: { reason: text } } },
        moments: [{ page: text, release: text, session: { id: text, startedAt: NOW }, [text]: text }],
        traits: { [text]: { [text]: text } },
        dropped: { [text]: { filtered: 1 } },
      }),
    )
    expect(answer.status).toBe(202)
    expect(await door.store.count()).toBe(2)
    const texts = door.given.flatMap((batch) => [
      ...textsIn(batch),
      ...batch.events.flatMap(({ body }) => textsIn(JSON.parse(body))),
    ])
    // As JSON, since a report of a failure cannot hold them either.
    const bad = texts.filter((each) => each.includes('\u0000') || /\p{Surrogate}/u.test(each))
    expect(bad.map((each) => JSON.stringify(each))).toEqual([])
    const { name, person, visitor, impersonator, accounts } = door.given[0]?.events[0] ?? {}
    const replaced = `a${'\ufffd'.repeat(half.length)}b`
    expect(JSON.stringify([name, person, visitor, impersonator, accounts])).toBe(
      JSON.stringify([replaced, replaced, replaced, replaced, [[replaced, replaced]]]),
    )
  })

  it('are left as they are when they are whole', async () => {
    const door = openDoor()
    const name = '👩‍👩‍👧 日本語 \u2028 \ufffd \uffff \u{10ffff} \u0001'
    expect((await door.post(wireBatch([wireEvent(1, { name })]))).status).toBe(202)
    expect(await storedBodies(door)).toMatchObject([{ name }])
  })
})

describe('clocks', () => {
  it.each([0, 86_400_000, -86_400_000, 400 * 86_400_000, -NOW, 0.5])('may be %s milliseconds ahead', async (ahead) => {
    const door = openDoor()
    const at = NOW + ahead - 1_000
    expect((await door.post(wireBatch([wireEvent(1, { at })], { sentAt: NOW + ahead }))).status).toBe(202)
    const [batch] = door.given
    expect(batch?.receivedAt).toBe(NOW)
    expect(batch?.clockAheadMs).toBeCloseTo(ahead, 0)
    expect(batch?.events[0]?.happenedAt).toBeCloseTo(at, 0)
  })

  it('may have been set between an event and its delivery', async () => {
    const door = openDoor()
    for (const [i, at] of [0, -1, NOW + 400 * 86_400_000, 8.64e15, -8.64e15].entries()) {
      expect((await door.post(wireBatch([wireEvent(i + 1, { at })]))).status).toBe(202)
    }
    expect(await door.store.count()).toBe(5)
  })
})
