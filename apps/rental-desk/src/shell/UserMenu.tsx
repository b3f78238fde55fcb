import { Menu, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useTelltale } from 'telltale/react'
import { session } from '../session/session.ts'
import { SampleUserItems } from './SampleUserItems.tsx'
import { SignedInAs } from './SignedInAs.tsx'
import classes from './UserMenu.module.css'

/** Who is signed in, and the way to be somebody else. */
export function UserMenu() {
  const { identity } = useTelltale()
  const [isOpen, { toggle, close }] = useDisclosure(false)

  const signIn = (token: string) => {
    session.signIn(token)
    void identity.refresh()
  }
  const signOut = () => {
    session.signOut()
    identity.reset()
  }

  return (
    <Menu opened={isOpen} onChange={toggle} onClose={close} position="bottom-end" width={320} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <SignedInAs />
          <IconChevronDown size={16} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Sign in as</Menu.Label>
        <SampleUserItems isWanted={isOpen} onPick={signIn} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
