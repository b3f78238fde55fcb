import fc from 'fast-check'
import { isOfSupport, PEOPLE, SERVICES, type Health, type Service, type Who, type World } from './truthWorld.suite.ts'

/** What may happen next. */
export type Step =
  | { do: 'track' | 'change flags' | 'switch tab' | 'leave' | 'crash' | 'hide' | 'come back' | 'log out' }
  | { do: 'sign in'; as: Who; tracking?: boolean }
  /** As whoever the page before was for when nobody is named. */
  | { do: 'open tab'; as?: Who | undefined }
  | { do: 'wait'; ms: number }
  | { do: 'break'; what: Service; how: Health }
  | { do: 'mend'; what: Service }
  | { do: 'answer' }
  | { do: 'block script' | 'load script' }
  | { do: 'set clock'; byMs: number }
  | { do: 'disk'; is: World['disk']['condition'] }

const MS = [0, 10, 300, 2_000, 30_000] as const
const BAD: readonly Health[] = ['down', 'lost', 'hangs', 'late']
const BAD_COLLECTOR: readonly Health[] = [...BAD, 'refuses', 'wants less']

const { oneof, constantFrom, record, constant } = fc
export const anyStep: fc.Arbitrary<Step> = oneof(
  { weight: 8, arbitrary: constant<Step>({ do: 'track' }) },
  { weight: 4, arbitrary: record({ do: constant('wait'), ms: constantFrom(...MS) }) as fc.Arbitrary<Step> },
  {
    weight: 4,
    arbitrary: record({
      do: constant('sign in'),
      as: constantFrom(...PEOPLE),
      tracking: fc.boolean(),
    }) as fc.Arbitrary<Step>,
  },
  {
    weight: 1,
    arbitrary: constantFrom(undefined, undefined, undefined, ...PEOPLE).map((as): Step => ({ do: 'open tab', as })),
  },
  {
    weight: 4,
    arbitrary: constantFrom(
      ...(['change flags', 'switch tab', 'leave', 'leave', 'crash', 'hide', 'come back', 'log out'] as const),
    ).map((what): Step => ({ do: what })),
  },
  {
    weight: 2,
    arbitrary: record({
      do: constant('break'),
      what: constantFrom('whoAmI', 'flags'),
      how: constantFrom(...BAD),
    }) as fc.Arbitrary<Step>,
  },
  {
    weight: 1,
    arbitrary: constantFrom(...BAD_COLLECTOR).map((how): Step => ({ do: 'break', what: 'collector', how })),
  },
  { weight: 3, arbitrary: constantFrom(...SERVICES).map((what): Step => ({ do: 'mend', what })) },
  { weight: 1, arbitrary: constant<Step>({ do: 'answer' }) },
  { weight: 1, arbitrary: constantFrom('block script', 'load script').map((what): Step => ({ do: what })) },
)

export const clockStep = constantFrom(-3_600_000, -5_000, 5_000, 3_600_000).map((byMs): Step => ({
  do: 'set clock',
  byMs,
}))
export const diskStep = constantFrom('well', 'refuses', 'hangs').map((is): Step => ({ do: 'disk', is }))

const often = (...steps: Step[]) => constantFrom(...steps)
const support = PEOPLE.filter(isOfSupport)
/** Where only `mimic_user` changes, or that first, under one token. */
export const supportStep = oneof(
  often(...support.map((as): Step => ({ do: 'sign in', as, tracking: true }))),
  often({ do: 'break', what: 'flags', how: 'late' }, { do: 'break', what: 'whoAmI', how: 'late' }, { do: 'answer' }),
  often({ do: 'track' }, { do: 'wait', ms: 300 }, { do: 'leave' }, { do: 'open tab' }, { do: 'open tab', as: 'ida' }),
  often({ do: 'mend', what: 'flags' }, { do: 'mend', what: 'whoAmI' }),
)
/** Where a batch is under way for long. */
export const slowCollectorStep = oneof(
  often({ do: 'track' }),
  often({ do: 'break', what: 'collector', how: 'late' }, { do: 'break', what: 'collector', how: 'lost' }),
  often({ do: 'answer' }, { do: 'mend', what: 'collector' }, { do: 'wait', ms: 300 }, { do: 'wait', ms: 2_000 }),
)
