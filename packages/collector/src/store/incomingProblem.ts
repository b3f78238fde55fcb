import type { IncomingEvent } from './store.ts'

const isText = (text: string | undefined) => text === undefined || (text.isWellFormed() && !text.includes('\0'))

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Says why no store can take an event, if it is not what the door lets through. */
export function incomingProblem(event: IncomingEvent): string | undefined {
  if (!UUID.test(event.id)) return 'The id of the event is no UUID.'
  const { name, page, person, impersonator, visitor, session, body, accounts } = event
  return [name, body, page, person, impersonator, visitor, session, ...accounts.flat()].every(isText)
    ? undefined
    : 'A text of the event has a NUL or a lone surrogate.'
}
