import { useIdentity } from 'telltale/react'
import classes from './ImpersonationBanner.module.css'

/** Says at the top of everything that one sees the desk as somebody else. */
export function ImpersonationBanner() {
  const identity = useIdentity()
  if (identity.status !== 'known' || identity.impersonator === undefined) return null
  return (
    <section className={classes.banner} aria-label="Impersonation" data-impersonation>
      <p className={classes.text}>
        <strong>{identity.displayIdentity}</strong>
        <span className={classes.note}>What you do here is marked as yours.</span>
      </p>
    </section>
  )
}
