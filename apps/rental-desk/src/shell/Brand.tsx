import classes from './Brand.module.css'

/** The logo of Ironline Rentals and the name of the application. */
export function Brand() {
  return (
    <div className={classes.brand}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
        <path fill="currentColor" d="M2 3h28v8H20v10h10v8H2v-8h10V11H2z" />
      </svg>
      <span className={classes.company}>Ironline</span>
      <span className={classes.application}>Rental Desk</span>
    </div>
  )
}
