/** A sentence about whether the result can be believed. `alarm`: it cannot. */
export interface Guard {
  readonly level: 'note' | 'warning' | 'alarm'
  /** Names the guard for programs. */
  readonly name:
    | 'sample-ratio'
    | 'several-variations'
    | 'split-changed'
    | 'shared-by-account'
    | 'losses'
    | 'silent'
    | 'automated'
    | 'other-units'
  readonly sentence: string
}

/** Sample ratio: below the first, something may be wrong; below the second, something is. Source: Fabijan et al., 2019; Statsig uses the same. */
export const WARNING = 0.01
export const ALARM = 0.001

export const countText = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
export const probability = (p: number) => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toPrecision(2)}`)
export const levelOf = (p: number | undefined): Guard['level'] | undefined =>
  p === undefined || p >= WARNING ? undefined : p < ALARM ? 'alarm' : 'warning'

export const note = (name: Guard['name'], sentence: string): Guard => ({ level: 'note', name, sentence })
