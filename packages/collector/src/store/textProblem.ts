import type { IncomingEvent } from './store.ts'

/** A NUL, or a surrogate that is not one of a pair. */
const WRONG = /[\0\p{Cs}]/u

const isText = (text: string | undefined) => text === undefined || !WRONG.test(text)

/** Says why no database can take an event, if its texts are not what the door lets through. */
export function textProblem(event: IncomingEvent): string | undefined {
  const { name, page, person, impersonator, visitor, session, body, accounts } = event
  return [name, body, page, person, impersonator, visitor, session, ...accounts.flat()].every(isText)
    ? undefined
    : 'A text of the event has a NUL or a lone surrogate.'
}
