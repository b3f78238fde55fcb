import classes from './Meanwhile.module.css'

/** That a person is gone from the file while they are being edited, and what can be done with what was written. */
export function RemovedMeanwhile() {
  return (
    <div className={classes.meanwhile} role="alert">
      <span>
        <strong>This person was removed meanwhile.</strong> What you have written is still here. Saved, it is somebody
        new, with a token of their own.
      </span>
    </div>
  )
}
