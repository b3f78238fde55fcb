import type { Who } from './consentPage.suite.ts'
import type { Destination, Purpose } from './consentWorld.suite.ts'

export type State = 'pending' | 'granted' | 'denied'
export type Choices = Partial<Record<Purpose, boolean>>

/** How often an event arrives at a destination, and whether the device may have it for that destination meanwhile. */
export interface Fate {
  readonly kind: 'held' | 'due' | 'proof' | 'may' | 'done' | 'never'
  readonly least: 0 | 1
  readonly most: 0 | 1
  readonly device: boolean
}

const fate = (kind: Fate['kind'], [least, most]: [0 | 1, 0 | 1], device = false): Fate => ({
  kind,
  least,
  most,
  device,
})
/** In the memory of its page. */
export const HELD = fate('held', [0, 0])
export const DUE = fate('due', [1, 1], true)
/** The record of a decision that allows nothing. */
export const PROOF = fate('proof', [1, 1])
export const MAY = fate('may', [0, 1], true)
/** It may be in the memory of a page. */
export const MAY_IN_MEMORY = fate('may', [0, 1])
/** It has arrived, and what was stored for it is gone. */
export const DONE = fate('done', [1, 1])
export const NEVER = fate('never', [0, 0])

/** An event, as its user knows it. */
export interface Tracked {
  readonly name: string
  readonly page: number
  readonly at: number
  /** The version of the text at that time. */
  readonly text: number
  /** Whose choice it is. `page 3`: it is not known yet who uses page 3. */
  owner: string
  /** What its `identity` must have. */
  who: Who
  /** The ids that `moment.consent` may have. `undefined`: nothing is known. */
  readonly decisions: readonly (string | undefined)[] | undefined
  readonly url: string
  /** Where its page has written it, because its owner was the user of that page when it was allowed. */
  readonly isReleased: Map<Destination, boolean>
  readonly fates: Map<Destination, Fate>
  readonly isProof: boolean
  /** Events of one line keep their order: those of one user, until the clock of the machine is set back. */
  readonly line: string
  readonly states?: Readonly<Record<string, State>>
}

export interface TruePage {
  readonly number: number
  who: Who
  /** Whose choice holds in it. `undefined`: that is not known. */
  holder: string | undefined
  readonly waiting: Choices[]
  readonly forgotten: Set<string>
  /** Who was forgotten while it was open: persons, and `nobody` for a visitor. */
  readonly witnessed: Set<string>
}

export const isImpersonated = (who: Who): boolean => who?.includes(' as ') === true
