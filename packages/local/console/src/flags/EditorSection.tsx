import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './EditorSection.module.css'

interface EditorSectionProps {
  readonly title: string
  /** What one has to know about it. */
  readonly says?: string
  readonly action?: { readonly name: string; readonly do: () => void }
  /** It is what decided for the person who is looked at. */
  readonly decides?: boolean
  readonly children?: ReactNode
}

/** A titled part of a flag, with what can be added to it. */
export function EditorSection({ title, says, action, decides = false, children }: EditorSectionProps) {
  return (
    <section className={classes.section} data-decides={decides}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {says !== undefined && <span className={classes.says}>{says}</span>}
        {action !== undefined && (
          <Button
            className={classes.action}
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={12} />}
            onClick={action.do}
          >
            {action.name}
          </Button>
        )}
      </header>
      {children}
    </section>
  )
}
