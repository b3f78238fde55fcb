import type { EventReader, EventSink, EventStore } from './store/store.ts'
import { type Check, type CheckOptions, checksOf } from './testing/check.ts'
import { peopleAbout } from './testing/peopleAbout.ts'
import { peopleApart } from './testing/peopleApart.ts'
import { peopleConsents } from './testing/peopleConsents.ts'
import { peopleErase } from './testing/peopleErase.ts'
import { peopleErasing } from './testing/peopleErasing.ts'
import { peopleLate } from './testing/peopleLate.ts'
import { readerCursors } from './testing/readerCursors.ts'
import { readerFates } from './testing/readerFates.ts'
import { readerNumbers } from './testing/readerNumbers.ts'
import { sinkClose } from './testing/sinkClose.ts'
import { sinkCopies } from './testing/sinkCopies.ts'
import { peopleFlags, sinkFlags } from './testing/sinkFlags.ts'
import { sinkPoison } from './testing/sinkPoison.ts'
import { sinkTexts } from './testing/sinkTexts.ts'
import { sinkTogether } from './testing/sinkTogether.ts'

export { MADE_METRICS, madeEvents } from './experiment/madeEvents.ts'
export type { Check, CheckOptions } from './testing/check.ts'
export { type MemoryData, memoryData, memoryStore } from './testing/memoryStore.ts'

/**
 * The checks of a sink, for any test runner. If the store can be read, they read back what they have stored.
 *
 * @example
 * ```ts
 * import { testSink } from '@telltale/collector/testing'
 * import { describe, it } from 'vitest'
 * import { createMySink } from './mySink.ts'
 *
 * describe('my sink', () => {
 *   for (const { name, run } of testSink(async () => createMySink())) it(name, run)
 * })
 * ```
 *
 * @param create - gives an empty store for each check, which closes it at its end
 */
export const testSink = <Sink extends EventSink>(
  create: () => Promise<Sink>,
  options: CheckOptions<Sink> = {},
): readonly Check[] =>
  checksOf<Sink>(
    [...sinkCopies, ...sinkTogether, ...sinkTexts, ...sinkFlags, ...sinkPoison, ...sinkClose],
    create,
    options,
  )

/** The checks of a store that can be read, beside those of `testSink`. */
export const testReader = <Store extends EventSink & EventReader>(
  create: () => Promise<Store>,
  options: CheckOptions<Store> = {},
): readonly Check[] => checksOf<Store>([...readerCursors, ...readerNumbers, ...readerFates], create, options)

/** The checks of a store that can give out and delete somebody's data, beside those of `testSink` and `testReader`. */
export const testPeople = <Store extends EventStore>(
  create: () => Promise<Store>,
  options: CheckOptions<Store> = {},
): readonly Check[] =>
  checksOf<Store>(
    [
      ...peopleAbout,
      ...peopleApart,
      ...peopleConsents,
      ...peopleErase,
      ...peopleLate,
      ...peopleErasing,
      ...peopleFlags,
    ],
    create,
    options,
  )
