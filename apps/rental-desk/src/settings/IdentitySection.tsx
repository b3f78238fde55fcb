import { useIdentity, useImpersonation } from 'telltale/react'
import { Facts } from '../shell/Facts.tsx'
import { Section } from './Section.tsx'

/** The identity of the current user in Telltale. */
export function IdentitySection() {
  const identity = useIdentity()
  const impersonation = useImpersonation()
  if (identity.status !== 'known')
    return (
      <Section title="Your identity">
        <p>{identity.status === 'resolving' ? 'Loading…' : 'Not available'}</p>
      </Section>
    )
  const { person, displayIdentity } = identity
  return (
    <Section title="Your identity" lead="As returned by who-am-i. Your sign-in token is sent nowhere else.">
      <Facts
        facts={[
          ['Display name', displayIdentity],
          ['Impersonated by', impersonation?.impersonator],
          ['Company', person.company_name],
          ['E-mail', person.email_address],
          ['Identity', person.unique_identity],
        ]}
      />
    </Section>
  )
}
