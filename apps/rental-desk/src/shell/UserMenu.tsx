import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useTelltale } from 'telltale/react'
import { session } from '../session/session.ts'
import { useSampleUsers } from '../session/useSampleUsers.ts'
import { SampleUserItems } from './SampleUserItems.tsx'
import { SignedInAs } from './SignedInAs.tsx'
import classes from './UserMenu.module.css'

/** Who is signed in, and the way to be somebody else. */
export function UserMenu() {
  const { identity } = useTelltale()
  const { sample, retry } = useSampleUsers()

  const signIn = (token: string) => {
    session.signIn(token)
    void identity.refresh()
  }
  const signOut = () => {
    session.signOut()
    identity.reset()
  }

  return (
    // Not in a portal: there it would lie outside of every landmark. And its placeholder for the focus has no role in a menu.
    <Menu
      onOpen={retry}
      position="bottom-end"
      width={320}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <SignedInAs />
          <IconChevronDown size={16} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Sign in as</Menu.Label>
        <SampleUserItems sample={sample} onPick={signIn} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
