import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

interface NoticeProps {
  readonly tone: 'red' | 'amber'
  readonly title: string
  readonly children: ReactNode
}

/** Something that is wrong now, across the page. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = tone === 'red' ? IconPlugConnectedX : IconAlertTriangle
  return (
    <div className={classes.notice} data-tone={tone} role="status">
      <Icon size={16} aria-hidden />
      <strong>{title}</strong>
      <span>{children}</span>
    </div>
  )
}
