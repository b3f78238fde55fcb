import type { ReactNode } from 'react'
import { AddButton } from './AddButton.tsx'
import classes from './EditorSection.module.css'

interface EditorSectionProps {
  readonly title: string
  /** An explanation below the title. */
  readonly says?: string
  readonly action?: { readonly name: string; readonly do: () => void }
  /** Whether it determined the value of the selected person. */
  readonly decides?: boolean
  readonly children?: ReactNode
}

/** A titled section of the form, with a button that adds an item. */
export function EditorSection({ title, says, action, decides = false, children }: EditorSectionProps) {
  return (
    <section className={classes.section} data-decides={decides}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {says !== undefined && <span className={classes.says}>{says}</span>}
        {action !== undefined && (
          <AddButton className={classes.action ?? ''} variant="default" name={action.name} onAdd={action.do} />
        )}
      </header>
      {children}
    </section>
  )
}
