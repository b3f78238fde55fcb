import { Skeleton } from '@mantine/core'
import { useIdentity } from 'telltale/react'
import classes from './SignedInAs.module.css'

/** The name and the company of the signed-in user, as far as they are known. */
export function SignedInAs() {
  const identity = useIdentity()
  if (identity.status === 'resolving') {
    return (
      <span className={classes.who} aria-label="Loading the user">
        <Skeleton height={12} width={110} className={classes.bone} />
      </span>
    )
  }
  if (identity.status === 'unknown') {
    return (
      <span className={classes.who}>
        <span className={classes.name}>Not identified</span>
      </span>
    )
  }
  const { name, accounts } = identity
  const company = accounts?.['organization']?.name
  return (
    <span className={classes.who}>
      <span className={classes.name}>{name}</span>
      {company !== undefined && <span className={classes.company}>{company}</span>}
    </span>
  )
}
