import type { IncomingEvent, Subject } from '../store/store.ts'
import { type BrokenStore, broken } from './brokenStore.ts'
import type { MemoryData } from './memoryStore.ts'
import { isAbout } from './memorySubjects.ts'

type IsAbout = (subject: Subject, event: IncomingEvent, data: MemoryData) => boolean

/** Gives out by another rule. */
const brokenAbout = (isIt: IsAbout): BrokenStore['open'] =>
  broken((store, data) => ({
    async *about(subject) {
      const own = [...data.events.values()].filter(({ event }) => isIt(subject, event, data))
      const ids = new Set(own.map(({ event }) => event.id))
      yield (await store.after(undefined, 100_000)).filter(({ id }) => ids.has(id))
    },
  }))

const isSubject: IsAbout = (subject, event, { joined }) => isAbout(subject, event, joined)

export const brokenPeople: readonly BrokenStore[] = [
  {
    fault: 'gives out in another order',
    open: broken((store) => ({
      async *about(subject) {
        for await (const some of store.about(subject)) {
          yield [...some].reverse()
        }
      },
    })),
    red: ['gives all events about a person in the order of arrival, and no other'],
  },
  {
    fault: 'gives out bodies that it has written anew',
    open: broken((store) => ({
      async *about(subject) {
        for await (const some of store.about(subject)) {
          yield some.map((event) => ({ ...event, body: JSON.stringify(JSON.parse(event.body)) }))
        }
      },
    })),
    red: ['gives the events as they are stored'],
  },
  {
    fault: 'forgets impersonators',
    open: brokenAbout((subject, event, data) => isSubject(subject, event, data) && event.impersonator !== subject.id),
    red: ['gives those in which the person has impersonated somebody, too'],
  },
  {
    fault: 'gives an event out for each reason',
    open: broken((store) => ({
      async *about(subject) {
        yield* store.about(subject)
        yield* store.about(subject)
      },
    })),
    red: ['gives an event once that is about somebody for several reasons'],
  },
  {
    fault: 'joins no visitors',
    open: brokenAbout((subject, event) => isAbout(subject, event, new Map())),
    red: ['gives those of the visitors who have signed in as the person, earlier and later ones'],
  },
  {
    fault: 'knows no more than 1,000 visitors of a person',
    open: brokenAbout(
      (subject, event, data) =>
        isSubject(subject, event, data) && [...data.joined.keys()].indexOf(event.visitor ?? '') < 1_000,
    ),
    red: ['gives those of 3,000 visitors who have signed in as one person'],
  },
  {
    fault: 'gives out all of a visitor who has signed in',
    open: brokenAbout(
      (subject, event, data) =>
        isSubject(subject, event, data) || data.joined.get(event.visitor ?? '')?.has(subject.id) === true,
    ),
    red: ['gives no event of another person who has signed in as the same visitor'],
  },
  {
    fault: 'joins the visitor of an impersonator',
    open: brokenAbout((subject, event, data) => isSubject(subject, event, data) || event.visitor === 'v'),
    red: ['joins no visitor to a person who is impersonated'],
  },
  {
    fault: 'looks at the id only',
    open: brokenAbout(({ id }, { person, visitor, accounts }) => [person, visitor, ...accounts.flat()].includes(id)),
    red: ['keeps people, visitors and accounts of every kind with the same id apart'],
  },
  {
    fault: 'takes no account of capitals in ids',
    open: brokenAbout(
      (subject, event, data) =>
        isSubject(subject, event, data) ||
        (subject.kind === 'person' && event.person?.toLowerCase() === subject.id.toLowerCase()),
    ),
    red: ['takes no id for another one that looks like it'],
  },
  {
    fault: 'is closed by a reader who leaves',
    open: broken((store) => ({
      async *about(subject) {
        let isRead = false
        try {
          yield* store.about(subject)
          isRead = true
        } finally {
          await (isRead ? undefined : store.close())
        }
      },
    })),
    red: ['can be left before the end'],
  },
]
