import type { ReactNode } from 'react'
import classes from './Empty.module.css'

/** What stands where nothing is yet, and what brings something there. */
export function Empty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <strong>{title}</strong>
      <div className={classes.text}>{children}</div>
    </div>
  )
}
