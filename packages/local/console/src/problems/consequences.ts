import type { NoUser } from '../../../src/protocol/eventLife.ts'

/** What a problem means for users and events, where its sentence does not say it. */
export function consequenceOf(where: string, code: string | undefined, noUser: NoUser | undefined): string | undefined {
  if (where === 'identity' && noUser === 'refused')
    return 'Events have no user, and pages have the flags of an anonymous user.'
  if (where === 'identity') return 'Events wait for the user, in the browser.'
  if (code === 'T94') return 'Flags stay as they are until it is connected again.'
  return undefined
}
