import { Menu, Text } from '@mantine/core'
import { signingIn } from '../session/sampleUsers.ts'
import { session } from '../session/session.ts'
import type { SampleUsers } from '../session/useSampleUsers.ts'
import { useStore } from '../useStore.ts'

/** A menu item for each sample user. The current user is marked. */
export function SampleUserItems({ sample, onPick }: { sample: SampleUsers; onPick: (token: string) => void }) {
  const state = useStore(session)
  if (sample.status === 'loading') return <Menu.Item disabled>Loading…</Menu.Item>
  if (sample.status === 'failed') return <Menu.Item disabled>The sample users could not be loaded</Menu.Item>
  return (
    <Menu.RadioGroup value={state.status === 'signedIn' ? state.token : null} onChange={onPick}>
      {signingIn(sample.users).map(({ token, identity }) => (
        <Menu.RadioItem key={token} value={token} closeMenuOnClick>
          <Text size="sm" fw={600}>
            {identity.user_name}
          </Text>
          <Text size="xs" c="dimmed">
            {identity.company_name}
          </Text>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
