import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import scrolling from './scrolling.module.css'
import classes from './Pane.module.css'

interface PaneProps {
  readonly title: string
  /** How many there are, beside the title. */
  readonly count?: number | undefined
  /** The way back, where there is room for this pane only. */
  readonly back?: { readonly name: string; readonly go: () => void } | undefined
  /** What can be done with the whole of it. */
  readonly tools?: ReactNode
  /** Between the head and what scrolls. */
  readonly fixed?: ReactNode
  /** Whether the content sees to its scrolling itself. */
  readonly scrollsInside?: boolean
  readonly children: ReactNode
}

/** A titled part of the page that scrolls by itself. */
export function Pane({ title, count, back, tools, fixed, scrollsInside = false, children }: PaneProps) {
  return (
    <section className={classes.pane} aria-label={title}>
      <header className={classes.head}>
        {back !== undefined && (
          <ActionIcon className={classes.back} variant="subtle" color="gray" onClick={back.go} aria-label={back.name}>
            <IconArrowLeft size={15} />
          </ActionIcon>
        )}
        <h2 className={classes.title}>{title}</h2>
        {count !== undefined && <span className={classes.count}>{count.toLocaleString('en')}</span>}
        {tools !== undefined && <div className={classes.tools}>{tools}</div>}
      </header>
      {fixed}
      {scrollsInside ? (
        <div className={classes.filled}>{children}</div>
      ) : (
        // What scrolls is reached with the keyboard even where nothing in it can be.
        <div
          className={`${scrolling.scrolling} ${classes.body}`}
          tabIndex={0}
          role="group"
          aria-label={`${title}: content`}
        >
          {children}
        </div>
      )}
    </section>
  )
}
