import type { PageSettings } from '../pageServer.ts'

type Track = (name: string, payload: string) => void

export interface Act {
  /** How the names of the events begin. */
  readonly name: string
  /** The number of the first event, and the one after the last. */
  readonly from: number
  readonly to: number
  /** Every fourth event has as many bytes as this; the others have one. */
  readonly largeBytes: number
  /** How often the banner's flag is evaluated before. */
  readonly looks?: number
}

declare global {
  var STAGE: PageSettings & { token: string }
  /** Tracks in this task, and answers how long that took in milliseconds. */
  var act: ((act: Act) => number) | undefined
  /** What the page has tracked last. */
  var lastAct: Act | undefined
  /** How many events this page has tracked. */
  var tracked: number
}

export const stage = globalThis.STAGE

/** How many events of the large kind there are at most, so that all of them are within the library's budget. */
const MOST_LARGE = 10

/** Offers what a scenario does on a page, whatever SDK is under it. */
export function takeTheStage(track: Track, inspect?: () => void): void {
  globalThis.tracked = 0
  globalThis.act = (act) => {
    const { name, from, to, largeBytes, looks = 0 } = act
    globalThis.lastAct = act
    for (let times = 0; times < looks; times += 1) inspect?.()
    const start = performance.now()
    for (let number = from; number < to; number += 1) {
      const isLarge = largeBytes > 1 && number % 4 === 0 && number < MOST_LARGE * 4
      track(`${name}-n${number}`, 'x'.repeat(isLarge ? largeBytes : 1))
      globalThis.tracked += 1
    }
    return performance.now() - start
  }
}
