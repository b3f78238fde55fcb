import classes from './Asking.module.css'

/** Shown while the services read the events, which may take some seconds. */
export function Asking({ what }: { readonly what: string }) {
  return (
    <p className={classes.asking} role="status">
      {what}
    </p>
  )
}
