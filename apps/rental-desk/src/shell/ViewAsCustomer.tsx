import { Modal, UnstyledButton } from '@mantine/core'
import { ChevronRightIcon } from '@primer/octicons-react'
import { useState, type RefObject } from 'react'
import { useTelltale, useTrack } from 'telltale/react'
import { OWN_COMPANY } from '../rentals/rentalsFor.ts'
import { impersonate } from '../session/impersonate.ts'
import type { SampleUser } from '../session/sampleUsers.ts'
import { session } from '../session/session.ts'
import type { SampleUsers } from '../session/useSampleUsers.ts'
import overlay from './Overlay.module.css'
import classes from './ViewAsCustomer.module.css'

interface Props {
  isOpen: boolean
  onClose: () => void
  sample: SampleUsers
  /** Gets the focus when the dialog closes, because the menu item that opened the dialog is no longer there. */
  returnTo: RefObject<HTMLElement | null>
}

/** A dialog for support users: the customers that they can impersonate, and what an impersonation does. */
export function ViewAsCustomer({ isOpen, onClose, sample, returnTo }: Props) {
  const { identity } = useTelltale()
  const track = useTrack()
  const [hasFailed, setFailed] = useState(false)
  const customers = sample.status === 'ready' ? sample.users.filter(isCustomer) : []

  const view = async ({ identity: { unique_identity: id } }: SampleUser) => {
    const { token: own } = session
    if (own === null) return
    try {
      const token = await impersonate(own, id)
      track('Customer view opened')
      session.viewAs(token)
      void identity.refresh()
      onClose()
    } catch {
      setFailed(true)
    }
  }
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size="27rem"
      // Styles only the content: a `className` would also apply to the layer around it, which covers the page.
      classNames={{ content: overlay.content }}
      returnFocus={false}
      onExitTransitionEnd={() => {
        setFailed(false)
        returnTo.current?.focus()
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Not Modal.Header: that is a second <header>, and so a second banner of the page. */}
        <div className={overlay.head}>
          <Modal.Title className={overlay.title}>View as customer</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>
          <p className={classes.lead}>
            You see their rentals, their prices and their layout. Your actions are recorded with the customer’s id, and
            with you as the impersonator. You cannot read their messages.
          </p>
          <div role="alert">
            {sample.status === 'failed' && <p className={classes.failed}>The customers could not be loaded.</p>}
            {hasFailed && <p className={classes.failed}>The customer view is unavailable. Try again in a moment.</p>}
          </div>
          <ul className={classes.list}>
            {customers.map((user, index) => (
              <li key={user.identity.unique_identity}>
                <UnstyledButton
                  className={classes.customer}
                  data-autofocus={index === 0 || undefined}
                  onClick={() => void view(user)}
                >
                  <span>
                    <span className={classes.name}>{user.identity.user_name}</span>
                    <span className={classes.company}>{user.identity.company_name}</span>
                  </span>
                  <ChevronRightIcon size={18} aria-hidden="true" />
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Selects the users of other companies, each only once. */
const isCustomer = ({ identity }: SampleUser, index: number, users: readonly SampleUser[]) =>
  identity.company_id !== OWN_COMPANY &&
  users.findIndex((other) => other.identity.unique_identity === identity.unique_identity) === index
