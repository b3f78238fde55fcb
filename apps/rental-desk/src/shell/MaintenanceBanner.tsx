import { Alert } from '@mantine/core'
import { ToolsIcon } from '@primer/octicons-react'
import { useFlag } from 'telltale/react'
import classes from './Notice.module.css'

/** What the operators want everybody at a desk to know. They switch it on and word it with a flag. */
export function MaintenanceBanner() {
  const banner = useFlag('maintenance-banner')
  if (!banner.visible) return null
  return (
    <Alert className={classes.notice} color="gray" icon={<ToolsIcon />} title="Maintenance">
      <p className={classes.text}>{banner.text}</p>
    </Alert>
  )
}
