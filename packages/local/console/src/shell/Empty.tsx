import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Empty.module.css'

interface EmptyProps {
  readonly title: string
  readonly children: ReactNode
  readonly action?: { readonly name: string; readonly do: () => void }
}

/** Shown in place of an empty list, with instructions. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={classes.empty} data-empty>
      <strong>{title}</strong>
      <div className={classes.text}>{children}</div>
      {action !== undefined && (
        <div>
          <Button size="compact-sm" variant="default" onClick={action.do}>
            {action.name}
          </Button>
        </div>
      )}
    </div>
  )
}
