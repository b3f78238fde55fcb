import classes from './NumberPlate.module.css'

/** A machine's number, as it is painted on it. */
export function NumberPlate({ number }: { number: string }) {
  return <span className={classes.plate}>{number}</span>
}
