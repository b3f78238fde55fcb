import { attempt } from '../core/lib/attempt.ts'
import type { TrackOptions } from '../core/model/trackOptions.ts'

/** The name of an event; `undefined` when the application gave anything but a string that is not blank. */
export const readName = (given: unknown): string | undefined =>
  typeof given === 'string' && given.trim() !== '' ? given : undefined

const PLAIN: TrackOptions = { messaging: false, priority: 'normal' }
const PRIORITIES = ['low', 'normal', 'high'] as const

/** The options of an event that are options, whatever the application gave in their place. */
export const readOptions = (given: unknown): TrackOptions =>
  given === undefined
    ? PLAIN
    : attempt<TrackOptions>(
        () => {
          const { messaging, priority } = Object(given) as TrackOptions
          return { messaging: Boolean(messaging), priority: PRIORITIES.find((known) => known === priority) ?? 'normal' }
        },
        () => ({}),
      )
