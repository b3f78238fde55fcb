import { isConsent } from '../store/consent.ts'
import type { IncomingEvent, StoredEvent } from '../store/store.ts'
import { type BrokenStore, broken } from './brokenStore.ts'
import type { MemoryData } from './memoryStore.ts'
import { isAbout } from './memorySubjects.ts'

/** Gives out by another rule. */
const brokenRule = (isIt: (event: IncomingEvent, person: string, data: MemoryData) => boolean): BrokenStore['open'] =>
  broken((store, data) => ({
    async consents(person, limit) {
      const ids = new Set(
        [...data.events.values()].filter(({ event }) => isIt(event, person, data)).map(({ event }) => event.id),
      )
      return (await store.newest(100_000)).filter(({ id }) => ids.has(id)).slice(0, limit)
    },
  }))

const isOf = (event: IncomingEvent, id: string, { joined }: MemoryData) =>
  isAbout({ kind: 'person', id }, event, joined)

export const brokenConsents: readonly BrokenStore[] = [
  {
    fault: 'gives decisions in the order of arrival',
    open: broken((store) => ({
      consents: async (person, limit, before) => [...(await store.consents(person, limit, before))].reverse(),
    })),
    red: [
      'gives the decisions of a person about consent, the newest first, and no other event',
      'gives 10,000 decisions of a person in parts, each once, while more arrive',
    ],
  },
  {
    fault: 'knows decisions by their name',
    open: brokenRule((event, ...rest) => event.name === 'Consent changed' && isOf(event, ...rest)),
    red: ['takes an event of an application for no decision that only has its name'],
  },
  {
    fault: 'gives decisions only of those who were signed in',
    open: brokenRule((event, person) => isConsent(event) && event.person === person),
    red: ['gives the decisions of the visitors who have signed in as the person'],
  },
  {
    fault: 'takes the decision of an impersonator for one about the impersonator',
    open: brokenRule((event, ...rest) => isConsent(event) && isOf(event, ...rest)),
    red: ['gives a decision that was made while impersonating to the person, and not to the impersonator'],
  },
  {
    fault: 'takes any cursor of decisions',
    open: broken((store) => ({
      consents: async (person, limit, before) =>
        store.consents(person, limit, before !== undefined && /^\d+$/.test(before) ? before : undefined),
    })),
    red: ['refuses a cursor of decisions that is none of the store'],
  },
  {
    fault: 'remembers the decisions of somebody who was deleted',
    open: broken((store) => {
      const remembered: StoredEvent[] = []
      return {
        async append(batch, signal) {
          const outcomes = await store.append(batch, signal)
          remembered.splice(0, Infinity, ...(await store.newest(100)))
          return outcomes
        },
        consents: async (person, limit) =>
          remembered
            .filter(({ body }) => isConsent({ name: 'Consent changed', body }) && person === 'ada')
            .slice(0, limit),
      }
    }),
    red: ['gives no decision of somebody who was deleted'],
  },
  {
    fault: 'deletes decisions whatever a deletion says',
    open: broken((store) => ({ erase: async (subject, before) => store.erase(subject, before) })),
    red: [
      'leaves decisions about consent if a deletion says so, and the sign-ins that say whose they are',
      'tells of copies of decisions whether a deletion has left them',
    ],
  },
  {
    fault: 'leaves decisions for ever that one deletion has left',
    open: broken((store, data) => ({
      erase: async (subject, before, options) =>
        store.erase(subject, before, data.erasures.length > 0 ? { keepsConsents: true } : options),
    })),
    red: ['deletes the decisions that an earlier deletion has left when the next one does not say so'],
  },
]
