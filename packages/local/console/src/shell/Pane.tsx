import { ActionIcon } from '@mantine/core'
import { ArrowLeftIcon } from '@primer/octicons-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import classes from './Pane.module.css'
import { Scroller } from './Scroller.tsx'
import { useKeys } from './useKeys.ts'

interface PaneProps {
  readonly title: string
  /** A count beside the title. */
  readonly count?: number | undefined
  /** How many there are in all, if the count is only of those that are loaded. */
  readonly of?: number | undefined
  /** Goes back on a narrow screen. */
  readonly back?: { readonly name: string; readonly go: () => void } | undefined
  /** Controls for the whole content. */
  readonly tools?: ReactNode
  /** Content between the header and the scrolling part. */
  readonly fixed?: ReactNode
  /** Whether the content scrolls by itself. */
  readonly scrollsInside?: boolean
  readonly children: ReactNode
}

/** A titled part of the page with its own scrolling. */
export function Pane({ title, count, of, back, tools, fixed, scrollsInside = false, children }: PaneProps) {
  const pane = useRef<HTMLElement>(null)
  const goesBack = back !== undefined
  // What opens over its list takes the focus: the list is hidden.
  useLayoutEffect(() => {
    if (goesBack && !pane.current?.contains(document.activeElement)) pane.current?.querySelector('button')?.focus()
  }, [goesBack])
  useKeys(back === undefined ? [] : [['Escape', back.go]])
  return (
    <section className={classes.pane} aria-label={title} ref={pane}>
      <header className={classes.head}>
        {back !== undefined && (
          <ActionIcon className={classes.back} variant="subtle" color="gray" onClick={back.go} aria-label={back.name}>
            <ArrowLeftIcon size={15} />
          </ActionIcon>
        )}
        <h2 className={classes.title}>{title}</h2>
        {count !== undefined && <span className={classes.count}>{count.toLocaleString('en')}</span>}
        {of !== undefined && <span className={classes.of}>of {of.toLocaleString('en')}</span>}
        {tools !== undefined && <div className={classes.tools}>{tools}</div>}
      </header>
      {fixed}
      {scrollsInside ? (
        <div className={classes.filled}>{children}</div>
      ) : (
        <Scroller className={classes.body} name={`${title}: content`}>
          {children}
        </Scroller>
      )}
    </section>
  )
}
