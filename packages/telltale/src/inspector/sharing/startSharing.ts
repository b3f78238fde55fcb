import type { Inspected } from '../inspected.ts'
import { markProblems } from '../panel/markProblems.ts'
import { keepOpen } from './keepOpen.ts'
import { shareEvents } from './shareEvents.ts'
import { stayInPage } from './stayInPage.ts'

/** Starts what follows events to other pages, and keeps the inspector in this one. */
export function startSharing(inspected: Inspected): void {
  for (const start of [stayInPage, shareEvents, keepOpen, markProblems]) start(inspected)
}
