import { AlertIcon, UnlinkIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

interface NoticeProps {
  readonly tone: 'red' | 'amber' | 'blue'
  readonly icon?: typeof AlertIcon
  readonly title: string
  readonly children?: ReactNode
  /** What there is no room for. */
  readonly tooltip?: string
  /** The action to solve it. */
  readonly action?: { readonly name: string; readonly do: () => void }
}

/** A page-wide notice of a current problem. */
export function Notice({ tone, title, icon, children, tooltip, action }: NoticeProps) {
  const Icon = icon ?? (tone === 'red' ? UnlinkIcon : AlertIcon)
  return (
    <div className={classes.notice} data-tone={tone} role="status" title={tooltip}>
      <Icon size={16} aria-hidden />
      <strong>{title}</strong>
      {children !== undefined && <span>{children}</span>}
      {action !== undefined && (
        <button className={classes.action} onClick={action.do}>
          {action.name}
        </button>
      )}
    </div>
  )
}
