import type { Choices, State } from './consentFates.suite.ts'
import { purposes, type Purpose } from './consentWorld.suite.ts'

export interface Decision {
  readonly text: number
  readonly choices: Choices
  /** What was decided for other texts. */
  readonly earlier: Choices
  /** When each purpose was decided, as a number that only grows. */
  readonly order: Partial<Record<Purpose, number>>
  readonly ids: readonly string[]
}

export type ConsentDecisions = ReturnType<typeof createDecisions>

/** @param isVisitorHeard whether what a visitor decides before signing in holds for a person who has decided before */
export function createDecisions(initial: Choices, isVisitorHeard: boolean) {
  const all = new Map<string, Decision>()
  /** What visitors have decided in vain. */
  const unheard: Choices[] = []
  let count = 0
  const decisions = {
    /** The version of the text. */
    text: 1,
    get: (holder = '') => all.get(holder),
    has: (holder = '') => all.has(holder),
    remove: (holder: string) => void all.delete(holder),
    state,
    isDeniedByAnybody: (purpose: Purpose) => [...all.values()].some(({ choices }) => choices[purpose] === false),
    /** Also for an earlier text, as long as it is not withdrawn. */
    isGrantedToAnybody: (purpose: Purpose) =>
      initial[purpose] === true ||
      unheard.some((choices) => choices[purpose] === true) ||
      [...all.values()].some(({ choices, earlier }) => (choices[purpose] ?? earlier[purpose]) === true),
    decide,
    takeOver,
    addId(holder: string, id: string) {
      const decision = all.get(holder)
      if (decision) all.set(holder, { ...decision, ids: [...decision.ids, id] })
    },
  }

  function state(holder: string, purpose: Purpose): State {
    const decision = all.get(holder)
    const choice = decision?.text === decisions.text ? decision.choices[purpose] : undefined
    if (choice !== undefined) return choice ? 'granted' : 'denied'
    if ((decision?.choices[purpose] ?? decision?.earlier[purpose]) !== undefined) return 'pending'
    return initial[purpose] === undefined ? 'pending' : initial[purpose] ? 'granted' : 'denied'
  }

  /**
   * @param seen the decision that the page knows
   * @returns whether it is a decision, which the collectors get
   */
  function decide(holder: string, choices: Choices, seen: Decision | undefined): boolean {
    const entries = Object.entries(choices) as [Purpose, boolean][]
    if (seen?.text === decisions.text && entries.every(([purpose, choice]) => seen.choices[purpose] === choice))
      return false
    const before = all.get(holder)
    const isSame = before?.text === decisions.text
    count += 1
    all.set(holder, {
      text: decisions.text,
      choices: isSame ? { ...before.choices, ...choices } : choices,
      earlier: isSame ? before.earlier : { ...before?.earlier, ...before?.choices },
      order: { ...(isSame && before.order), ...Object.fromEntries(entries.map(([purpose]) => [purpose, count])) },
      ids: [],
    })
    return true
  }

  /** Whoever decides first and then signs in has decided as that person. Of two decisions about a purpose, the later one holds. */
  function takeOver(visitor: string, person: string): void {
    const decision = all.get(visitor)
    const before = all.get(person)
    if (!decision) return
    all.delete(visitor)
    const isSame = before?.text === decision.text
    if (isSame && !isVisitorHeard) return void unheard.push(decision.choices)
    const isLater = (purpose: Purpose) =>
      (decision.order[purpose] ?? 0) > ((isSame ? before.order[purpose] : undefined) ?? 0)
    const merged = purposes.map((one) => [one, (isLater(one) ? decision : isSame ? before : undefined)?.choices[one]])
    all.set(person, {
      text: decision.text,
      choices: Object.fromEntries(merged.filter(([, choice]) => choice !== undefined)) as Choices,
      earlier: { ...before?.earlier, ...(!isSame && before?.choices), ...decision.earlier },
      order: { ...(isSame && before.order), ...decision.order },
      ids: [...decision.ids, ...(isSame ? before.ids : [])],
    })
  }

  return decisions
}
