import classes from './UnsavedMark.module.css'

/** Marks an item of a list that has unsaved changes. */
export function UnsavedMark() {
  return <span className={classes.mark} role="img" aria-label="unsaved changes" title="unsaved changes" />
}
