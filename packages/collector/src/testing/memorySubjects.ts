import type { EventCopy, IncomingEvent, Subject } from '../store/store.ts'

/** As whom visitors have signed in. */
export type Joined = Map<string, ReadonlySet<string>>

/** The visitor and the person that an event joins. A sign-in by an impersonator joins the visitor to nobody: it is the impersonator's browser. */
export const joinedBy = ({
  visitor,
  person,
  impersonator,
}: IncomingEvent): readonly (readonly [visitor: string, person: string])[] =>
  visitor !== undefined && person !== undefined && impersonator === undefined ? [[visitor, person]] : []

export const isAbout = (subject: Subject, event: Omit<EventCopy, 'id' | 'receivedAt'>, joined: Joined): boolean => {
  switch (subject.kind) {
    case 'account':
      return event.accounts.some(([kind, key]) => kind === subject.accountKind && key === subject.id)
    case 'visitor':
      return event.visitor === subject.id
    case 'person':
      return (
        event.person === subject.id ||
        event.impersonator === subject.id ||
        // An event that names another person is that person's, whichever visitor it has.
        (event.person === undefined && joined.get(event.visitor ?? '')?.has(subject.id) === true)
      )
  }
}
