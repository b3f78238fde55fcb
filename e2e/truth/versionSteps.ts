import fc from 'fast-check'
import { choices, type Step } from './steps.ts'

const { array, constantFrom, integer, oneof, record } = fc
const tab = integer({ min: 0, max: 11 })

const deploy = constantFrom<Step>({ do: 'deploy', what: 'before' }, { do: 'deploy', what: 'today' })
/** Pages of both versions come and go while events wait: for a collector that is down, or for who-am-i. */
const meeting = oneof<fc.Arbitrary<Step>[]>(
  constantFrom<Step>({ do: 'open' }),
  record({ do: constantFrom('reload', 'close'), tab }),
  constantFrom<Step>({ do: 'collector', is: 'unavailable' }, { do: 'collector', is: 'healthy' }),
  constantFrom<Step>({ do: 'whoAmI', is: 'hanging' }, { do: 'whoAmI', is: 'slow' }, { do: 'whoAmI', is: 'well' }),
)

const history = array(oneof({ weight: 8, arbitrary: deploy }, { weight: 12, arbitrary: meeting }, ...choices), {
  minLength: 20,
  maxLength: 45,
  size: 'max',
})

/** The history of a seed in which deployments change the version of the library. Which one is deployed first is random, too. */
export const versionsHistoryOf = (seed: number): readonly Step[] =>
  fc
    .sample(fc.tuple(deploy, history), { seed, numRuns: 1, unbiased: true })
    .flatMap(([first, rest]) => [first, ...rest])
