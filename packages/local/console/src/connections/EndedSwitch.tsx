import { Switch } from '@mantine/core'
import classes from './EndedSwitch.module.css'

interface EndedSwitchProps {
  /** How many rows have ended. */
  readonly count: number
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Shows what has ended, too. It stays while it is on, because it may have the focus. */
export function EndedSwitch({ count, isOn, onChange }: EndedSwitchProps) {
  if (count === 0 && !isOn) return null
  return (
    <Switch
      size="xs"
      classNames={{ body: classes.body ?? '' }}
      label={`${count.toLocaleString('en')} ended`}
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  )
}
