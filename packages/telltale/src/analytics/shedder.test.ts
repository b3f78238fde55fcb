import { expect, it } from 'vitest'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { memoryJournal } from '../platform/memoryJournal.ts'
import { anEvent } from '../testing/anEvent.ts'
import { settle } from '../testing/fakeClock.ts'
import { appends } from '../testing/journalWrites.ts'
import { createShedder } from './shedder.ts'

it('weighs what earlier pages have left with the first entry of a page, however small that is', async () => {
  const journal = memoryJournal<AnalyticsEvent, AnalyticsEvent>()
  await journal.write(appends(...Array.from({ length: 60 }, (_, id) => anEvent(`${id + 10}`))))
  const shed: string[] = []
  const onShed = (events: readonly AnalyticsEvent[]) => void shed.push(...events.map(({ id }) => id))
  const shedder = createShedder({ journal, maxBytes: 50 * JSON.stringify(anEvent('10')).length, onShed })
  shedder.count(anEvent('70'))
  await settle()
  expect(shed).toEqual(['10', '11', '12', '13', '14', '15', '16', '17', '18', '19'])
  expect(await journal.entries()).toHaveLength(50)
})
