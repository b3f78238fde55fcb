import { fetchedLater } from '../shell/fetchedLater.tsx'
import classes from './JsonEditor.module.css'

/** The editor, fetched when it is first needed; until then the text alone. */
export const JsonEditor = fetchedLater(
  async () => (await import('./JsonEditor.tsx')).JsonEditor,
  ({ value }) => <pre className={classes.waiting}>{value}</pre>,
)
