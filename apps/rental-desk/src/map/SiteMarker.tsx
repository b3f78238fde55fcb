import type { CSSProperties } from 'react'
import { countOf } from '../pricing/countOf.ts'
import classes from './SiteMarker.module.css'

interface Props {
  name: string
  /** The numbers of the machines at the site. */
  machines: readonly string[]
  isLate: boolean
  hasPicked: boolean
  /** Whether to show the name beside the dot. */
  isNamed?: boolean
  style: CSSProperties
}

/** A site, and how many rented machines are there. */
export function SiteMarker({ name, machines, isLate, hasPicked, isNamed = false, style }: Props) {
  const isEmpty = machines.length === 0
  const numbers = machines.join(', ')
  return (
    <span
      className={classes.site}
      data-marker
      data-late={isLate || undefined}
      data-picked={hasPicked || undefined}
      style={style}
      role="img"
      aria-label={isEmpty ? name : `${countOf(machines.length, 'machine')} at ${name}: ${numbers}`}
      title={isEmpty ? name : `${numbers} · ${name}`}
    >
      <span className={classes.dot}>{!isEmpty && machines.length}</span>
      {isNamed && <span className={classes.name}>{name}</span>}
    </span>
  )
}
