import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core'
import { useTrack } from 'telltale/react'
import { useStore } from '../useStore.ts'
import classes from './AppearanceSection.module.css'
import { preferences } from './ownPreferences.ts'
import { Section } from './Section.tsx'

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function AppearanceSection() {
  const track = useTrack()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { isMapShown } = useStore(preferences)
  return (
    <Section title="Appearance">
      <div className={classes.row}>
        <span id="colours">Colours</span>
        <SegmentedControl
          aria-labelledby="colours"
          data={[...schemes]}
          value={colorScheme}
          onChange={(scheme) => {
            setColorScheme(scheme)
            track('Preference changed', { preference: 'colours', value: scheme })
          }}
        />
      </div>
      <Switch
        label="Show the map above the fleet"
        labelPosition="left"
        classNames={{ body: classes.switch }}
        checked={isMapShown}
        onChange={({ currentTarget: { checked } }) => {
          preferences.change({ isMapShown: checked })
          track('Preference changed', { preference: 'map', value: checked ? 'shown' : 'hidden' })
        }}
      />
    </Section>
  )
}
