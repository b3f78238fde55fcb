import { Menu, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { SampleUser } from '../session/sampleUsers.ts'
import { session } from '../session/session.ts'
import { useSampleUsers } from '../session/useSampleUsers.ts'
import { useStore } from '../useStore.ts'

/** One menu item for each sample user; the present one is marked. */
export function SampleUserItems({ isWanted, onPick }: { isWanted: boolean; onPick: (token: string) => void }) {
  const state = useStore(session)
  const sample = useSampleUsers(isWanted)
  if (sample.status !== 'ready') {
    return (
      <Text size="sm" c="dimmed" px="sm" py="xs">
        {sample.status === 'loading' ? 'Loading…' : 'The sample users could not be loaded.'}
      </Text>
    )
  }
  return sample.users.map(({ token, identity }) => {
    const isPresent = state.status === 'signedIn' && state.token === token
    return (
      <Menu.Item
        key={token}
        role="menuitemradio"
        aria-checked={isPresent}
        rightSection={isPresent ? <IconCheck size={16} /> : null}
        onClick={() => onPick(token)}
      >
        <Text size="sm" fw={600}>
          {identity.user_name}
        </Text>
        <Text size="xs" c="dimmed">
          {companyLine(identity)}
        </Text>
      </Menu.Item>
    )
  })
}

function companyLine({ company_name: company, mimic_user: impersonator }: SampleUser['identity']): string {
  return impersonator === undefined ? company : `${company} · seen by ${impersonator}`
}
