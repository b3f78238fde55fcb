import classes from './ShareBar.module.css'

export interface Share {
  /** The index of a variation, or -1 for what is none. */
  readonly variation: number
  readonly amount: number
}

/** A bar whose parts are the shares of variations, in their colours. */
export function ShareBar({ label, shares }: { readonly label: string; readonly shares: readonly Share[] }) {
  const total = shares.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <svg className={classes.bar} viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label={label}>
      {shares.map(({ variation, amount }, place) => {
        const before = shares.slice(0, place).reduce((sum, share) => sum + share.amount, 0)
        return (
          <rect
            x={(100 * before) / total}
            width={(100 * amount) / total}
            height={1}
            data-colour={variation < 0 ? 'none' : variation % 5}
            key={variation}
          />
        )
      })}
    </svg>
  )
}
