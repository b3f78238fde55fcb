import type { ReactNode } from 'react'
import classes from './Pane.module.css'

interface PaneProps {
  readonly title: string
  /** How many there are, beside the title. */
  readonly count?: number | undefined
  /** What can be done with the whole of it. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A titled part of the page that scrolls by itself. */
export function Pane({ title, count, tools, children }: PaneProps) {
  return (
    <section className={classes.pane} aria-label={title}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {count !== undefined && <span className={classes.count}>{count.toLocaleString('en')}</span>}
        <div className={classes.tools}>{tools}</div>
      </header>
      <div className={classes.body} tabIndex={-1}>
        {children}
      </div>
    </section>
  )
}
