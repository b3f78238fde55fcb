import type { MouseEvent } from 'react'
import { focusView } from './nextFocus.ts'
import type { View } from './route.ts'
import classes from './SkipLink.module.css'

interface SkipLinkProps {
  /** The id of the view's element. */
  readonly view: View
}

/** The first tab stop: skips the navigation. */
export function SkipLink({ view }: SkipLinkProps) {
  function skip(click: MouseEvent): void {
    // Does not change the address, so that the open item stays open.
    click.preventDefault()
    focusView()
  }
  return (
    <a className={classes.skip} href={`#${view}`} onClick={skip}>
      Skip to content
    </a>
  )
}
