import { useEffect, type ReactNode } from 'react'
import classes from './Page.module.css'

interface Props {
  title: string
  /** Beside the title: a word on it, or what can be done with the page. */
  beside?: ReactNode
  /** Above the title: the way back. */
  above?: ReactNode
  children: ReactNode
}

/** A page of the desk: what it is called, in the window's title too, and what is on it. */
export function Page({ title, beside, above, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Rental Desk`
  }, [title])
  return (
    <div className={classes.page}>
      {above}
      <div className={classes.head}>
        {/* The focus goes here when the page is navigated to. */}
        <h1 className={`desk-focus ${classes.title}`} tabIndex={-1}>
          {title}
        </h1>
        {beside}
      </div>
      {children}
    </div>
  )
}
