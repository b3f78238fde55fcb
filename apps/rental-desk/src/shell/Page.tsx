import { useEffect, type ReactNode } from 'react'
import classes from './Page.module.css'

interface Props {
  title: string
  /** Shown beside the title, such as a state or a button. */
  beside?: ReactNode
  /** Shown above the title, such as a link back. */
  above?: ReactNode
  children: ReactNode
}

/** A page of the desk with a title, which is also part of the title of the document. */
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
