import { Alert } from '@mantine/core'
import { ToolsIcon } from '@primer/octicons-react'
import { useFlag } from 'telltale/react'
import classes from './Notice.module.css'

/** A message from the operators to all users of the desk. A flag switches it on and contains its text. */
export function MaintenanceBanner() {
  const banner = useFlag('maintenance-banner')
  if (!banner.visible) return null
  return (
    <Alert className={classes.notice} color="gray" icon={<ToolsIcon />} title="Maintenance">
      <p className={classes.text}>{banner.text}</p>
    </Alert>
  )
}
