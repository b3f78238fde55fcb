import { describe, expect, it } from 'vitest'
import type { Batch, EventSink, Outcome } from '../store/store.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { ADMIN, KEY, NOW, openDoor, ORIGIN, wireBatch, wireEvent, wireId } from '../testing/hostileDoor.ts'

const batch = (n = 1): object => wireBatch([wireEvent(n)])

const sinkThat = (append: (batch: Batch) => Promise<readonly Outcome[]>): EventSink => ({ ...memoryStore(), append })

/** The page comes again, and is told when. */
const isLater = (answer: Response, status: 429 | 503): void => {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d{0,3}$/)
  expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
  expect(answer.headers.get('access-control-expose-headers')).toMatch(/retry-after/i)
}

describe('a store that fails', () => {
  const secret = 'postgres://collector:pass-word@db.internal/events: Failing row contains (ada@example.com)'

  it.each<[string, EventSink['append']]>([
    ['rejects', () => Promise.reject(new Error(secret))],
    [
      'throws',
      () => {
        throw new Error(secret)
      },
    ],
    [
      'rejects with no error',
      () => Promise.reject(Object.assign(new Error(secret), { name: undefined, stack: undefined })),
    ],
    ['tells too few outcomes', () => Promise.resolve([])],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('is not acknowledged, and not told about: it %s', async (_, append) => {
    const door = openDoor({ sink: { ...memoryStore(), append }, limits: { storeTimeoutMs: 20 } })
    const answer = await door.post(batch())
    isLater(answer, 503)
    expect(await answer.text()).not.toMatch(/pass-word|ada@|Failing row/)
    expect(door.lines.join('\n')).not.toMatch(/pass-word|ada@|Failing row/)
  })

  it('is asked again when it works', async () => {
    const store = memoryStore()
    let fails = true
    const sink = sinkThat(async (own) => (fails ? Promise.reject(new Error('away')) : store.append(own)))
    const door = openDoor({ sink })
    isLater(await door.post(batch()), 503)
    fails = false
    expect((await door.post(batch())).status).toBe(202)
  })

  it('may refuse some events, and the others are stored', async () => {
    const store = memoryStore()
    const refused = new Set([wireId(2), wireId(4)])
    const sink = sinkThat(async (own) => {
      const outcomes = await store.append({ ...own, events: own.events.filter(({ id }) => !refused.has(id)) })
      const rest = [...outcomes]
      return own.events.map(({ id }): Outcome => (refused.has(id) ? { refused: 'too long' } : (rest.shift() ?? 'new')))
    })
    const door = openDoor({ sink })
    const answer = await door.post(wireBatch([1, 2, 3, 4].map((n) => wireEvent(n))))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({
      message: expect.any(String),
      stored: 2,
      refused: [2, 4].map((n) => ({ id: wireId(n), message: 'too long' })),
    })
    expect(await store.count()).toBe(2)
  })

  it('may have stored, known or deleted the events', async () => {
    const outcomes: readonly Outcome[] = ['new', 'known', 'stored', 'erased']
    const door = openDoor({ sink: sinkThat(async () => outcomes) })
    const answer = await door.post(wireBatch([1, 2, 3, 4].map((n) => wireEvent(n))))
    expect(answer.status).toBe(202)
    // What is known is told. An answer never says that somebody's data were deleted.
    expect(await answer.json()).toEqual({ accepted: expect.any(Number), known: expect.any(Number) })
  })

  it('is not forgotten by a host that throws', async () => {
    const door = openDoor({
      onStored: () => {
        throw new Error('of the host')
      },
    })
    expect((await door.post(batch())).status).toBe(202)
    expect((await door.post(batch())).status).toBe(202)
    expect(await door.store.count()).toBe(1)
  })
})

describe('a batch whose events share much', () => {
  const set = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`LDFF: flag-${i}`, 'v'.repeat(100)]))
  const shares = (what: 'flagSet' | 'moment', events: number) => ({
    ...wireBatch(
      Array.from({ length: events }, (_, i) => wireEvent(i + 1, what === 'flagSet' ? { flagSet: 's' } : { moment: 0 })),
    ),
    ...(what === 'flagSet' ? { flagSets: { s: set }, flagDetails: { s: set } } : { moments: [{ page: 'p', ...set }] }),
  })

  it.each(['flagSet', 'moment'] as const)(
    'is answered with 413, before its events are made, if each has the same %s',
    async (what) => {
      const door = openDoor()
      const answer = await door.post(shares(what, 5_000))
      expect(answer.status).toBe(413)
      expect(((await answer.json()) as { message: string }).message).toMatch(
        /With the flags and moments .* more than 20971520 bytes/,
      )
      expect(await door.store.count()).toBe(0)
      // The page then sends a part of it.
      expect((await door.post(shares(what, 50))).status).toBe(202)
    },
  )
})

describe('more requests than there is room for', () => {
  it('are answered with 503 while others wait, and taken afterwards', async () => {
    const store = memoryStore()
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    const sink = sinkThat(async (own) => {
      await opened
      return store.append(own)
    })
    const name = 'n'.repeat(4_000)
    const door = openDoor({ sink, limits: { maxWaitingBytes: 20_000, storeTimeoutMs: 60_000 } })
    const answers = Array.from({ length: 20 }, (_, i) => door.post(wireBatch([wireEvent(i + 1, { name })])))
    isLater(await Promise.any(answers.map(async (answer) => isRefused(await answer))), 503)
    open()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(1)
    expect(statuses.filter((status) => status === 202).length).toBeLessThan(6)
    expect(statuses.filter((status) => status !== 202 && status !== 503)).toEqual([])
    // What has been answered waits no more.
    expect((await door.post(wireBatch([wireEvent(100, { name })]))).status).toBe(202)
  })

  it('are answered with 503 alone: another address has room', async () => {
    const never = new Promise<never>(() => undefined)
    const store = memoryStore()
    const sink = sinkThat((own) => (own.destination === 'waits' ? never : store.append(own)))
    const door = openDoor({ sink, limits: { maxWaitingBytes: 20_000, storeTimeoutMs: 60_000 } })
    const large = (n: number, destination: string) => ({
      ...wireBatch([wireEvent(n, { name: 'n'.repeat(4_000) })]),
      destination,
    })
    for (let i = 0; i < 2; i++) void door.post(large(i + 1, 'waits'), {}, '192.0.2.1')
    isLater(await isRefused(await door.post(large(3, ''), {}, '192.0.2.1')), 503)
    expect((await door.post(large(4, ''), {}, '192.0.2.2')).status).toBe(202)
  })

  it('are answered with 429 by key, and not for another key', async () => {
    const door = openDoor({ limits: { perSecond: 3 } })
    const answers = []
    for (let i = 0; i < 20; i++) {
      answers.push(await door.post(batch(i + 1), {}, `192.0.2.${i}`))
    }
    expect(answers[0]?.status).toBe(202)
    isLater(answers.find(({ status }) => status !== 202) ?? Response.error(), 429)
    expect(answers.filter(({ status }) => status === 202).length).toBeLessThan(10)
    const other = { ...batch(50), app: { name: 'Invoices', platform: 'web' } }
    expect((await door.post(other, { authorization: 'Bearer write-key-of-invoices' })).status).toBe(202)
  })

  it('are answered with 429 by address, whatever address a header says', async () => {
    const door = openDoor({ limits: { perSecondByAddress: 3 } })
    const answers = []
    for (let i = 0; i < 20; i++) {
      const forged = {
        'x-forwarded-for': `198.51.100.${i}`,
        forwarded: `for=198.51.100.${i}`,
        'x-real-ip': `198.51.100.${i}`,
      }
      answers.push(await door.post(batch(i + 1), forged, '192.0.2.1'))
    }
    expect(answers[0]?.status).toBe(202)
    isLater(answers.find(({ status }) => status !== 202) ?? Response.error(), 429)
    expect((await door.post(batch(50), {}, '192.0.2.2')).status).toBe(202)
  })

  it('are taken again in the next second', async () => {
    let now = NOW
    const door = openDoor({ limits: { perSecond: 1 }, now: () => now })
    const post = async (): Promise<number> => (await door.post(batch())).status
    const statuses = [await post(), await post(), await post(), await post()]
    expect(statuses).toContain(429)
    now += 2_000
    expect(await post()).toBe(202)
  })
})

describe('a collector that is closed', () => {
  it('has answered what it has taken, and takes nothing any more', async () => {
    const door = openDoor()
    const answers = Array.from({ length: 10 }, (_, i) => door.post(batch(i + 1)))
    await door.close()
    for (const answer of await Promise.all(answers)) {
      expect([202, 503]).toContain(answer.status)
    }
    expect((await door.post(batch(50))).status).toBe(503)
    const taken = (await Promise.all(answers)).filter(({ status }) => status === 202).length
    expect(await door.store.count()).toBe(taken)
  })
})

describe('a line of the log', () => {
  it('has no id, no address of a person, no key, no token, and nothing of a body', async () => {
    const refuses = sinkThat(async ({ events }) => events.map(({ name }) => ({ refused: `cannot store ${name}` })))
    const event = wireEvent(1, {
      name: 'secret-name',
      url: 'https://app.example.com/secret-path',
      page: 'secret-page',
      properties: { screen_dimensions: '1x1', secret: 'secret-property' },
      identity: { id: 'secret-person', visitor: 'secret-visitor', impersonator: 'ada@example.com' },
    })
    const fails = sinkThat(() => Promise.reject(new Error(`${JSON.stringify(event)} ${KEY}`)))
    for (const door of [openDoor(), openDoor({ sink: refuses }), openDoor({ sink: fails })]) {
      await door.post(wireBatch([event]))
      await door.post(wireBatch([event, { ...event, id: 'secret-id' }, { ...event, at: 'secret-time' }]))
      await door.post('secret-body')
      await door.post('{"secret-body')
      await door.post(wireBatch([event]), { authorization: 'Bearer secret-key' })
      await door.post(wireBatch([event]), { 'content-type': 'secret/type', cookie: 'secret-cookie' })
      await door.post(wireBatch([event]), { 'content-encoding': 'secret-encoding' })
      for (const authorization of [`Bearer ${ADMIN}`, 'Bearer secret-token']) {
        for (const path of [
          '/events?secret-query',
          '/loss',
          '/people/secret-person/export',
          '/people/ada%40example.com/export',
        ]) {
          await (await door.fetch(path, { headers: { authorization } })).text()
        }
        await door.fetch('/people/secret-person', { method: 'DELETE', headers: { authorization } })
        await door.fetch('/secret-unknown-path/ada@example.com', { headers: { authorization } })
      }
      await door.close()
      const lines = door.lines.join('\n')
      for (const secret of [/secret/, /ada(@|%40)/, new RegExp(KEY), new RegExp(ADMIN), new RegExp(wireId(1))]) {
        expect(lines).not.toMatch(secret)
      }
    }
  })
})

const isRefused = (answer: Response): Response => {
  if (answer.status === 202) {
    throw new Error('This one was taken.')
  }
  return answer
}
