import classes from './Meanwhile.module.css'

/** Explains that a person was removed while being edited, and what happens to the edits. */
export function RemovedMeanwhile() {
  return (
    <div className={classes.meanwhile} role="alert">
      <span>
        <strong>This person was removed while you were editing.</strong> Your changes are still here. Saving creates a
        new person with a new token.
      </span>
    </div>
  )
}
