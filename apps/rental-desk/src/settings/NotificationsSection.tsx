import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTrack } from 'telltale/react'
import { useStore } from '../useStore.ts'
import classes from './NotificationsSection.module.css'
import { preferences } from './ownPreferences.ts'
import type { Preferences } from './preferences.ts'
import { Section } from './Section.tsx'

const mails: readonly { name: Exclude<keyof Preferences, 'isMapShown'>; label: string; text: string }[] = [
  { name: 'overdueMail', label: 'Overdue rentals', text: 'Every morning at 07:00, if there are any.' },
  { name: 'quoteMail', label: 'Accepted quotes', text: 'As soon as a customer accepts.' },
  { name: 'maintenanceMail', label: 'Scheduled maintenance', text: 'The day before.' },
]

/** The preferences for e-mails. */
export function NotificationsSection() {
  const track = useTrack()
  const chosen = useStore(preferences)
  const [isSaved, setSaved] = useState(false)
  const change = (name: keyof Preferences, isOn: boolean) => {
    preferences.change({ [name]: isOn })
    track('Preference changed', { preference: name, value: isOn ? 'on' : 'off' })
    setSaved(true)
  }
  return (
    <Section
      title="Notifications"
      beside={
        <span role="status" className={classes.saved}>
          {isSaved && 'Saved in this browser'}
        </span>
      }
    >
      <div className={classes.mails}>
        {mails.map(({ name, label, text }) => (
          <Switch
            key={name}
            label={label}
            description={text}
            labelPosition="left"
            classNames={{ body: classes.switch }}
            checked={chosen[name]}
            onChange={({ currentTarget: { checked } }) => change(name, checked)}
          />
        ))}
      </div>
    </Section>
  )
}
