import type { Tokens } from '../session/askedTokens.ts'
import type { StoredQuote } from './stage.ts'

/** What a story has done and seen so far. It outlives the page. */
export interface Facts {
  /** The ids of the events of its quotes, with the person whom each is about. */
  readonly quotes: readonly { readonly id: string; readonly person: string }[]
  /** Those of them that have arrived. */
  readonly arrived: readonly StoredQuote[]
  /** How many quotes the customer had sent before. */
  readonly funnelBefore: number
  readonly funnelNow: number
  /** Who was signed in before the story. */
  readonly before: Tokens | null
}

export const NO_FACTS: Facts = { quotes: [], arrived: [], funnelBefore: 0, funnelNow: 0, before: null }

/** One step: a sentence, and what happens on the page meanwhile. */
export interface StoryStep {
  readonly says: (facts: Facts) => string
  /** Returns what has changed. Rejects if the step cannot be played. */
  readonly play?: (facts: Facts) => Promise<Partial<Facts>>
  /** Leads on, in the console. */
  readonly link?: (facts: Facts) => { readonly text: string; readonly hash: string }
  /** The page is loaded again after it. */
  readonly reloads?: true
}

export interface Story {
  readonly id: string
  readonly title: string
  readonly steps: readonly StoryStep[]
}

/** What the quotes of a story have come to: the figures of the meter of losses, for these events. */
export function meterLine({ quotes, arrived }: Pick<Facts, 'quotes' | 'arrived'>): string {
  const personOf = new Map(quotes.map(({ id, person }) => [id, person]))
  const wrong = arrived.filter(({ id, identity }) => identity.id !== personOf.get(id)).length
  return `${quotes.length} tracked, ${arrived.length} arrived, ${wrong} at the wrong person.`
}
