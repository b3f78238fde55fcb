import { Alert } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useFlag } from 'telltale/react'
import classes from './Notice.module.css'

interface Maintenance {
  readonly [field: string]: string | boolean
  readonly visible: boolean
}

const hidden: Maintenance = { visible: false }

/** What the operators want everybody at a desk to know. They switch it on and word it with a flag. */
export function MaintenanceBanner() {
  const { visible, text } = useFlag('maintenance-banner', hidden)
  if (!visible || typeof text !== 'string') return null
  return (
    <Alert className={classes.notice} color="gray" icon={<IconTool />} title="Maintenance">
      <p className={classes.text}>{text}</p>
    </Alert>
  )
}
