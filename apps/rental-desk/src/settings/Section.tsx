import { useId, type ReactNode } from 'react'
import surfaces from '../theme/surfaces.module.css'
import classes from './Section.module.css'

interface Props {
  title: string
  /** Shown beside the title, such as a status. */
  beside?: ReactNode
  lead?: ReactNode
  children: ReactNode
}

/** A section of the settings page, drawn as a card. */
export function Section({ title, beside, lead, children }: Props) {
  const id = useId()
  return (
    <section className={`${surfaces.sheet} ${classes.section}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {beside}
      </div>
      {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}
