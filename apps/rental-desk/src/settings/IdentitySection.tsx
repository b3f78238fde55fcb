import type { ReactNode } from 'react'
import { useIdentity, useImpersonation } from 'telltale/react'
import { Facts } from '../shell/Facts.tsx'
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
          ['E-mail', breakable(person.email_address)],
          ['Identity', person.unique_identity],
        ]}
      />
    </Section>
  )
}

/** A long address breaks before what is after its `@` rather than in the middle of a word. */
function breakable(address: string | undefined): ReactNode {
  if (address === undefined) return undefined
  const [name, ...host] = address.split('@')
  return (
    <>
      {name}
      <wbr />
      {host.map((part) => `@${part}`)}
    </>
  )
}
