import { fetchedLater } from '../shell/fetchedLater.tsx'
import classes from './JsonEditor.module.css'

/** The editor, loaded on first use. Until then, the plain text. */
export const JsonEditor = fetchedLater(
  async () => (await import('./JsonEditor.tsx')).JsonEditor,
  ({ value }) => <pre className={classes.waiting}>{value}</pre>,
)
