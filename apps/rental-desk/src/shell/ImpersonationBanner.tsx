import { UnstyledButton } from '@mantine/core'
import { UndoIcon } from '@primer/octicons-react'
import { useImpersonation, useTelltale } from 'telltale/react'
import { session } from '../session/session.ts'
import type { SampleUsers } from '../session/useSampleUsers.ts'
import { useStore } from '../useStore.ts'
import classes from './ImpersonationBanner.module.css'

/** Shows at the top of every page that the user impersonates a customer, with a button that ends the impersonation. */
export function ImpersonationBanner({ sample }: { sample: SampleUsers }) {
  const { identity } = useTelltale()
  const impersonation = useImpersonation()
  const state = useStore(session)
  if (!impersonation) return null
  const leave = () => {
    session.leave()
    void identity.refresh()
  }
  return (
    <section className={classes.banner} aria-label="Impersonation" data-impersonation>
      <div className={classes.text}>
        <p className={classes.words}>
          <strong>
            {nameOf(impersonation.impersonator, sample)}, viewing as {impersonation.as}
          </strong>{' '}
          <span className={classes.note}>
            Your actions are recorded with the customer’s id, and with you as the impersonator.
          </span>
        </p>
        {state.status === 'signedIn' && state.own !== undefined && (
          <UnstyledButton className={classes.leave} onClick={leave}>
            <UndoIcon size={16} aria-hidden="true" />
            Back to my desk
          </UnstyledButton>
        )}
      </div>
    </section>
  )
}

/** who-am-i returns only the e-mail address of an impersonator. */
const nameOf = (address: string, sample: SampleUsers) =>
  (sample.status === 'ready' &&
    sample.users.find(({ identity }) => identity.email_address === address)?.identity.user_name) ||
  address
