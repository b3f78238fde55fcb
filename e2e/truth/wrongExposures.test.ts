import { expect, it } from 'vitest'
import type { Answer, Call, Evidence, Exposure, Stored } from './evidence.ts'
import { wrongExposures, type WrongExposure } from './wrongExposures.ts'

const TOKEN = 'ida#1'

/** Ida is signed in and confirmed, and her third value is shown: the second one would be of the first version. */
const call: Call = {
  ...{ name: 'event 1', page: 'A', token: TOKEN, sinceMs: 1_000, atMs: 10_000 },
  ...{ status: 'known', user: 'ida@ida-1', flagsStatus: 'live', plan: 'ida@ida-1 3', isExposing: true },
}
const stored: Stored = {
  ...{ name: 'event 1', user: 'ida@ida-1', plan: 'ida@ida-1 3', atMs: 11_500, happenedMs: 10_000 },
  place: { page: 'a', n: 3 },
}
const exposure: Exposure = {
  ...{ name: 'Flag shown', user: 'ida@ida-1', plan: 'ida@ida-1 3', atMs: 11_500, happenedMs: 10_000 },
  ...{ digest: 'd1', unit: 'person', variation: 3, version: 2, place: { page: 'a', n: 2 } },
}
const question = { page: 'A', token: TOKEN, atMs: 1_000 }
const answer: Answer = { ...question, user: 'ida@ida-1', askedMs: 1_010, atMs: 2_000 }

/** Another page shows the same to Ida, and has its own exposure. */
const callB: Call = { ...call, name: 'event 2', page: 'B', atMs: 15_000 }
const storedB: Stored = { ...stored, name: 'event 2', atMs: 15_200, happenedMs: 15_000, place: { page: 'b', n: 3 } }
const exposureB: Exposure = { ...exposure, atMs: 15_200, happenedMs: 15_000, place: { page: 'b', n: 2 } }
const onB = { ...question, page: 'B' }
const answerB: Answer = { ...answer, page: 'B' }
const both: Partial<Evidence> = {
  ...{ calls: [call, callB], stored: [stored, storedB], exposures: [exposure, exposureB] },
  ...{ questions: [question, onB], answers: [answer, answerB] },
}

/** Both pages show Ida from her last visit, and get their answers later. */
const waiting = (aMs: number, bMs: number): Partial<Evidence> => ({
  ...both,
  ...{
    answers: [
      { ...answer, atMs: aMs },
      { ...answerB, atMs: bMs },
    ],
  },
  exposures: [exposure, exposureB].map((one) => ({ ...one, atMs: 60_000 })),
})
/** The same within a moment on both pages. */
const atOnce = (more: Partial<Exposure> = {}): Partial<Evidence> => ({
  ...both,
  calls: [call, { ...callB, atMs: 10_100 }],
  stored: [stored, { ...storedB, happenedMs: 10_100 }],
  exposures: [exposure, { ...exposureB, happenedMs: 10_100, ...more }],
})

const nobody = { user: 'anonymous', plan: 'anonymous 3', visitor: 'v1' } as const
const ofVisitor = (more: Partial<Exposure> = {}): Partial<Evidence> => ({
  calls: [{ ...call, ...nobody, token: undefined, status: 'signed-out' }],
  stored: [{ ...stored, ...nobody }],
  exposures: [{ ...exposure, ...nobody, unit: 'visitor', variation: 1, ...more }],
  flags: [{ page: 'A', user: 'anonymous', version: 3, atMs: 2_500 }],
})
const sam = { user: 'sam as ida@ida-1', plan: 'sam as ida@ida-1 3' } as const
const ofSam = (...exposures: Exposure[]): Partial<Evidence> => ({
  calls: [{ ...call, ...sam }],
  stored: [{ ...stored, ...sam }],
  exposures,
  flags: [{ page: 'A', user: sam.user, version: 3, atMs: 2_500 }],
})
const otto = { user: 'otto@otto-1', plan: 'otto@otto-1 3' } as const
/** The page asks who-am-i for a new token, and shows a value meanwhile. */
function resolving(plan: string): Partial<Evidence> {
  const { user: _user, ...unknown } = call
  return { calls: [{ ...unknown, status: 'resolving', plan }] }
}
const exposed = (more: Partial<Exposure>): Partial<Evidence> => ({ exposures: [{ ...exposure, ...more }] })
/** A later call of the same page, in another company. */
const inOtherCompany = { user: 'ida@ida-2', plan: 'ida@ida-2 3' } as const
const later = {
  calls: [call, { ...call, ...inOtherCompany, name: 'event 2', atMs: 12_000 }],
  stored: [stored, { ...stored, ...inOtherCompany, name: 'event 2', happenedMs: 12_000, place: { page: 'a', n: 5 } }],
  exposure: {
    ...{ ...exposure, ...inOtherCompany, variation: 15, digest: 'd2', happenedMs: 12_000 },
    place: { page: 'a', n: 4 },
  },
  flags: ['ida@ida-1', 'ida@ida-2'].map((user) => ({ page: 'A', user, version: 3, atMs: 2_500 })),
}
/** The flag has another value afterwards. */
const changed = (more: Partial<Exposure>): Partial<Evidence> => ({
  calls: [call, { ...call, name: 'event 2', plan: 'ida@ida-1 4', atMs: 12_000 }],
  stored: [
    stored,
    { ...stored, name: 'event 2', plan: 'ida@ida-1 4', happenedMs: 12_000, atMs: 12_100, place: { page: 'a', n: 5 } },
  ],
  exposures: [
    exposure,
    {
      ...{ ...exposure, plan: 'ida@ida-1 4', variation: 2, happenedMs: 12_000, place: { page: 'a', n: 4 } },
      ...{ digest: 'd2', ...more },
    },
  ],
  flags: [3, 4].map((version) => ({ page: 'A', user: 'ida@ida-1', version, atMs: version * 1_000 })),
})

it.each<[what: string, kinds: readonly WrongExposure['kind'][], Partial<Evidence>]>([
  ['is recorded as it is shown', [], {}],
  ['is not recorded', ['lost exposure'], { exposures: [] }],
  ['is recorded of another variation', ['lost exposure', 'wrong variation'], exposed({ variation: 0 })],
  ['is recorded of another version', ['lost exposure', 'wrong variation'], exposed({ version: 3 })],
  ['is recorded of another person', ['lost exposure', 'wrong unit'], exposed(otto)],
  ['was recorded on an earlier page', [], { ...both, exposures: [exposure] }],
  ['is recorded later only', ['lost exposure'], { ...both, exposures: [exposureB] }],
  [
    'had to wait, and another page has recorded it',
    [],
    { ...waiting(16_000, 14_000), exposures: [exposureB], stored: [{ ...stored, atMs: 16_500 }, storedB] },
  ],
  ['is not recorded where nothing is recorded', [], { calls: [{ ...call, isExposing: false }], exposures: [] }],
  ['is not recorded where the flag has no value', [], { calls: [{ ...call, plan: '' }], exposures: [] }],
  ['is not recorded, and the person was another one', [], { stored: [{ ...stored, ...otto }], exposures: [] }],
  ['is recorded twice on one page', ['doubled exposure'], { exposures: [exposure, exposure] }],
  ['is recorded on two pages', ['doubled exposure'], both],
  ['is recorded on two pages in the same moment', [], atOnce()],
  ['is recorded in the same moment with another digest', ['doubled exposure'], atOnce({ digest: 'd2' })],
  ['had to wait on two pages until the same moment', [], waiting(20_000, 20_500)],
  ['had to wait on two pages, on one for longer', ['doubled exposure'], waiting(20_000, 24_000)],
  ['had to wait, and another page had recorded it', ['doubled exposure'], waiting(20_000, 14_000)],
  ['is recorded in each company', [], { ...later, exposures: [exposure, later.exposure] }],
  ['is recorded in one company only', ['lost exposure'], later],
  ['is recorded of the next variation of the version', [], changed({})],
  ['is recorded of the next variation with the same digest', ['wrong variation'], changed({ digest: 'd1' })],
  ['is recorded of a visitor', [], ofVisitor()],
  ['is not recorded of a visitor', ['lost exposure'], { ...ofVisitor(), exposures: [] }],
  ['is recorded of another visitor', ['lost exposure', 'wrong unit'], ofVisitor({ visitor: 'v2' })],
  ['is recorded of nobody', ['lost exposure', 'wrong unit'], ofVisitor({ visitor: undefined })],
  ['is recorded of a visitor as a person', ['wrong unit'], ofVisitor({ unit: 'person' })],
  ['is recorded of a person with a visitor', ['wrong unit'], exposed({ visitor: 'v1' })],
  ['is not recorded of an impersonator', [], ofSam()],
  ['is recorded of an impersonator', ['wrong unit'], ofSam({ ...exposure, ...sam, variation: 9 })],
  ['is recorded of the customer', ['wrong unit', 'wrong variation'], ofSam(exposure)],
  ['is recorded without a digest', ['wrong variation'], exposed({ digest: undefined })],
  ['has other flags than were read', ['wrong variation'], exposed({ plan: 'ida@ida-1 2' })],
  ['is one that the service had not sent', ['wrong variation'], { flags: [] }],
  ['is recorded at no call', ['wrong unit'], exposed({ happenedMs: 5_000, place: { page: 'a', n: 1 } })],
  [
    'is recorded at no call, as its page ended',
    [],
    { ...exposed({ happenedMs: 5_000 }), ends: new Map([['Z', [5_500, 5_600]]]) },
  ],
  ['is recorded while the page asks who the person is, who was shown', [], resolving('ida@ida-1 3')],
  [
    'is recorded while the page asks who the person is, and another one was shown',
    ['wrong unit', 'wrong variation'],
    resolving('anonymous 3'),
  ],
  ['is recorded at a call that nobody could report', [], { calls: [] }],
])('what a person sees %s: %j', (_, kinds, more) => {
  const evidence: Evidence = {
    ...{ calls: [call], stored: [stored], exposures: [exposure], joins: [], batches: [], offline: [], ends: new Map() },
    ...{ questions: [question], answers: [answer] },
    flags: [{ page: 'A', user: 'ida@ida-1', version: 3, atMs: 2_500 }],
    ...more,
  }
  expect(wrongExposures(evidence).map(({ kind }) => kind)).toEqual(kinds)
})
