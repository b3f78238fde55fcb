import { type BrokenStore, broken, brokenGroup, textsOf } from './brokenStore.ts'

const anyText = (isBad: (text: string) => boolean): BrokenStore['open'] =>
  brokenGroup(({ events }) => events.some((event) => textsOf(event).some(isBad)))

const isReadableJson = (body: string): boolean => {
  try {
    JSON.parse(body)
    return body.length < 100_000
  } catch {
    return false
  }
}

export const brokenPoisons: readonly BrokenStore[] = [
  {
    fault: 'holds all back because of a NUL',
    open: anyText((text) => text.includes('\u0000')),
    red: ['stores all other events beside a NUL in a text'],
  },
  {
    fault: 'holds all back because of a lone surrogate',
    open: anyText((text) => /\p{Surrogate}/u.test(text)),
    red: ['stores all other events beside a lone surrogate in a text'],
  },
  {
    fault: 'holds all back because of an id that is no UUID',
    open: brokenGroup(({ events }) => events.some(({ id }) => id.length !== 36)),
    red: ['stores all other events beside an id that is no UUID'],
  },
  {
    fault: 'holds all back because of a number',
    open: brokenGroup(({ events }) =>
      events.some(({ n = 1, happenedAt }) => !Number.isInteger(n) || !Number.isFinite(happenedAt)),
    ),
    red: ['stores all other events beside numbers that no page gives'],
  },
  {
    fault: 'holds all back because of a long text',
    open: anyText((text) => text.length > 500_000),
    red: ['stores all other events beside texts that are very long'],
  },
  {
    fault: 'holds all back because of a body',
    open: brokenGroup(({ events }) => events.some(({ body }) => !isReadableJson(body))),
    red: ['stores all other events beside bodies that are hard to read'],
  },
  {
    fault: 'refuses a whole batch because of one event',
    open: broken((store) => ({
      append: async (batch, signal) =>
        batch.events.some((event) => textsOf(event).some((text) => text.includes('\u0000')))
          ? batch.events.map(() => ({ refused: 'NUL' }))
          : store.append(batch, signal),
    })),
    red: ['stores all other events beside a NUL in a text'],
  },
  {
    fault: 'holds all back because of the release of a batch',
    open: brokenGroup(({ release }) => release.includes('\u0000')),
    red: ['stores the batches of others when the facts of a batch cannot be stored'],
  },
  {
    fault: 'rejects a batch because of a note',
    open: brokenGroup(({ pages }) => pages.some(({ fates }) => fates.some(({ first, last }) => first > last))),
    red: ['takes the notes of a page that end before they begin, and those of others'],
  },
]
