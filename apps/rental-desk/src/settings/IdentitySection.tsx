import { useIdentity, useImpersonation } from 'telltale/react'
import { Facts } from './Facts.tsx'
import { Section } from './Section.tsx'

/** Whom Telltale takes one for. */
export function IdentitySection() {
  const identity = useIdentity()
  const impersonation = useImpersonation()
  if (identity.status !== 'known')
    return (
      <Section title="Who Telltale thinks you are">
        <p>{identity.status === 'resolving' ? 'It is being found out.' : 'It could not be found out.'}</p>
      </Section>
    )
  const { person, displayIdentity } = identity
  return (
    <Section
      title="Who Telltale thinks you are"
      lead="The answer of who-am-i. Your sign-in token stays between the two."
    >
      <Facts
        facts={[
          ['Shown as', displayIdentity],
          ['Seen by', impersonation?.impersonator],
          ['Company', person.company_name],
          ['E-mail', person.email_address],
          ['Identity', person.unique_identity],
        ]}
      />
    </Section>
  )
}
