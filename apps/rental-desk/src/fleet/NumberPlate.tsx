import classes from './NumberPlate.module.css'

/** A machine's number, styled as it is painted on the machine. */
export function NumberPlate({ number }: { number: string }) {
  return <span className={classes.plate}>{number}</span>
}
