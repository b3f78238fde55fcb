import type { ObservedLayer } from '../../core/observer.ts'
import { type SeenDelivery, type SeenEvent, waitsFor } from '../seen.ts'

/** How the fate of an event is shown: a colour, and words that say the same. */
export interface Fate {
  readonly words: string
  readonly tone: 'good' | 'bad' | 'waiting' | ''
}

/** What has become of an event, in a few words. */
export function fateOf(seen: SeenEvent, { identity }: Pick<ObservedLayer, 'identity'>): Fate {
  if (isPending(seen)) return { words: `waits for ${awaited({ identity })}`, tone: 'waiting' }
  const steps = [...seen.deliveries]
  const those = (isOne: (delivery: SeenDelivery) => boolean) =>
    steps.filter(([, one]) => isOne(one)).map(([name]) => name)
  const delivered = those(isDelivered)
  const passedOn = those(isPassedOn)
  const refused = those(isRefused)
  const dropped = those((one) => one.step === 'dropped' && !isRefused(one))
  const waits = waitsFor(seen)
  const words = [
    ['delivered to', delivered] as const,
    ['passed on to', passedOn] as const,
    ['waits for', waits] as const,
    ['refused by', refused] as const,
    ['dropped by', dropped] as const,
  ]
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what} ${names.join(', ')}`)
    .join(' · ')
  const isUnowned = isSentWithoutUser(seen, { identity })
  return {
    words: isUnowned ? `${words}, without a user` : words || 'not sent yet',
    tone:
      refused.length + dropped.length > 0
        ? 'bad'
        : waits.length > 0 || words === ''
          ? 'waiting'
          : toneOf(delivered.length, isUnowned),
  }
}

/** What nobody has confirmed, or what has no user although somebody may be signed in, is no success. */
const toneOf = (delivered: number, isUnowned: boolean) => (delivered > 0 && !isUnowned ? 'good' : '')

/** It waits for its user or for its flags: nobody knows yet for which destinations it is. */
export const isPending = ({ event, completedAt, deliveries }: SeenEvent): boolean =>
  !event && completedAt === undefined && deliveries.size === 0

/** What pending events wait for. */
export function awaited({ identity: { confirmed, failure } }: Pick<ObservedLayer, 'identity'>): string {
  return confirmed.get().status === 'resolving' || failure.get() !== undefined ? 'the user' : 'the flags'
}

/** It has gone without a user while it is not known who is signed in. */
export function isSentWithoutUser({ event, deliveries }: SeenEvent, { identity }: Pick<ObservedLayer, 'identity'>) {
  const who = identity.confirmed.get()
  const isUnsure = who.status === 'unknown' && who.reason !== 'signed-out'
  const isSent = [...deliveries.values()].some(({ step }) => step === 'acknowledged')
  return isUnsure && isSent && event !== undefined && event.identity.id === undefined
}

export const isDelivered = ({ step, isUnconfirmed }: SeenDelivery): boolean => step === 'acknowledged' && !isUnconfirmed
export const isPassedOn = ({ isUnconfirmed }: SeenDelivery): boolean => isUnconfirmed === true
export const isRefused = ({ step, reason }: SeenDelivery): boolean => step === 'dropped' && reason === 'refused'

export const countOf = (count: number, words: string): string =>
  count === 1 ? `One event ${words.replace(/^wait\b/, 'waits')}` : `${count} events ${words}`
