import { type BrokenStore, broken } from './brokenStore.ts'
import { turn } from './reading.ts'

export const brokenReaders: readonly BrokenStore[] = [
  {
    fault: 'counts a row of its own',
    open: broken((store) => ({ count: async () => (await store.count()) + 1 })),
    red: ['is empty before the first event', 'counts each event once'],
  },
  {
    fault: 'gives the oldest first',
    open: broken((store) => ({ newest: async (limit) => store.after(undefined, limit) })),
    red: ['gives the newest batch first'],
  },
  {
    fault: 'has the time of arrival as its cursor',
    open: broken((store) => ({
      async newest(limit, before = 'Infinity') {
        const all = (await store.newest(10_000)).filter(({ receivedAt }) => receivedAt < Number(before))
        return all.slice(0, limit).map((event) => ({ ...event, cursor: String(event.receivedAt) }))
      },
      async after(cursor = '-Infinity', limit) {
        const all = (await store.after(undefined, 10_000)).filter(({ receivedAt }) => receivedAt > Number(cursor))
        return all.slice(0, limit).map((event) => ({ ...event, cursor: String(event.receivedAt) }))
      },
    })),
    red: [
      'reads back 3,000 events that arrived in the same millisecond, without a gap and without a double',
      'reads on to events whose collector has a clock that is behind',
    ],
  },
  {
    fault: 'counts from the newest',
    open: broken((store) => ({
      async newest(limit, before = '0') {
        const all = (await store.newest(10_000)).slice(Number(before), Number(before) + limit)
        return all.map((event, i) => ({ ...event, cursor: String(Number(before) + i + 1) }))
      },
    })),
    red: [
      'reads back without a gap and without a double while events arrive',
      'gives cursors to `newest` that `after` goes on from',
    ],
  },
  {
    fault: 'gives places before the events can be seen',
    open: broken((store, data) => ({
      async append(batch, signal) {
        const first = data.lastPlace + 1
        data.lastPlace += batch.events.length
        for (let i = 0; i < first % 7; i++) {
          await turn()
        }
        const outcomes = await store.append(batch, signal)
        batch.events.forEach(({ id }, i) => {
          const stored = data.events.get(id)
          if (stored) {
            data.events.set(id, { ...stored, place: first + i })
          }
        })
        return outcomes
      },
      async after(cursor, limit) {
        const all = [...(await store.after(cursor, 10_000))].sort((a, b) => Number(a.cursor) - Number(b.cursor))
        return all.slice(0, limit)
      },
    })),
    red: ['reads on without a gap while two collectors write'],
  },
]
