import type { MouseEvent, RefObject } from 'react'
import { startOf } from './nextFocus.ts'
import type { View } from './route.ts'
import classes from './SkipLink.module.css'

interface SkipLinkProps {
  readonly view: View
  /** The view's element. Its id is the view's name. */
  readonly to: RefObject<HTMLElement | null>
}

/** The first tab stop: skips the navigation. */
export function SkipLink({ view, to }: SkipLinkProps) {
  function skip(click: MouseEvent): void {
    // Does not change the address, so that the open item stays open.
    click.preventDefault()
    if (to.current) startOf(to.current).focus()
  }
  return (
    <a className={classes.skip} href={`#${view}`} onClick={skip}>
      Skip to content
    </a>
  )
}
