import { Menu, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronDownIcon, EyeIcon, SignOutIcon } from '@primer/octicons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useIdentity, useTelltale } from 'telltale/react'
import { OWN_COMPANY } from '../rentals/rentalsFor.ts'
import { session } from '../session/session.ts'
import type { SampleUsers } from '../session/useSampleUsers.ts'
import { SampleUserItems } from './SampleUserItems.tsx'
import { SignedInAs } from './SignedInAs.tsx'
import classes from './UserMenu.module.css'
import { ViewAsCustomer } from './ViewAsCustomer.tsx'

interface Props {
  sample: SampleUsers
  /** Asks for the sample users again after a failure. */
  retry: () => void
}

/** Shows the signed-in user, with a menu to switch users, view as a customer or sign out. */
export function UserMenu({ sample, retry }: Props) {
  const { identity } = useTelltale()
  const who = useIdentity()
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isViewing, { open, close }] = useDisclosure(false)
  const isSupport = who.status === 'known' && who.person.company_id === OWN_COMPANY && who.impersonator === undefined

  const signIn = (token: string) => {
    session.signIn(token)
    void identity.refresh()
  }
  const signOut = () => {
    session.signOut()
    identity.reset()
  }

  // The menu would trap the focus. From its button, the browser moves it to the next element.
  const leaveWithTab = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') return
    target.current?.focus()
    setOpen(false)
  }

  return (
    <>
      {/* Not in a portal, which would be outside every landmark. The placeholder for the focus has no valid role in a menu. */}
      <Menu
        opened={isOpen}
        onChange={setOpen}
        onOpen={retry}
        position="bottom-end"
        width={320}
        shadow="md"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <UnstyledButton ref={target} className={classes.target} data-user>
            <SignedInAs />
            <ChevronDownIcon size={16} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown onKeyDown={leaveWithTab}>
          <Menu.Label>Sign in as</Menu.Label>
          <SampleUserItems sample={sample} onPick={signIn} />
          <Menu.Divider />
          {isSupport && (
            <Menu.Item leftSection={<EyeIcon size={16} />} onClick={open}>
              View as customer…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<SignOutIcon size={16} />} onClick={signOut}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ViewAsCustomer isOpen={isViewing} onClose={close} sample={sample} returnTo={target} />
    </>
  )
}
