import type { Host, Stoppable } from '../core/host.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import type { Level } from '../core/model/promotion.ts'
import { readPromotion } from './checkSettings.ts'
import type { Settings } from './settings.ts'

/** How often a promotion level that is not set yet is read again, in milliseconds. */
const READ_AGAIN_MS = 1_000

/**
 * The promotion level: `undefined` until the settings' function returns one, which then stays until the page ends; `only` where the
 * settings have no levels.
 */
export interface PromotionLevel extends Readable<Level | undefined>, Stoppable {
  /** Reads it at once if it is not set yet. */
  read(): Level | undefined
}

/** Reports, once, a level that is still not set when it is read for the second time. */
export function createPromotionLevel(
  { promotion }: Pick<Settings, 'promotion'>,
  { bus, platform: { clock } }: Pick<Host, 'bus' | 'platform'>,
): PromotionLevel {
  const level = writable<Level | undefined>(undefined)
  let cancel: Unsubscribe = () => {}

  function read(): { problem?: string } {
    if (level.get()) return {}
    const answer = readPromotion(promotion)
    if ('problem' in answer) return answer
    cancel()
    level.set(answer.level)
    return {}
  }

  function readAgain() {
    const { problem } = read()
    if (problem === undefined) return
    bus.publish('problem', { where: 'settings', message: problem, isError: true })
    cancel = clock.after(READ_AGAIN_MS, readAgain)
  }

  if (read().problem !== undefined) cancel = clock.after(READ_AGAIN_MS, readAgain)
  return {
    get: level.get,
    subscribe: level.subscribe,
    read() {
      read()
      return level.get()
    },
    stop: () => cancel(),
  }
}
