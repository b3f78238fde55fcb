import type { EventRow } from '../feed/eventRows.ts'
import { CopyText } from '../format/CopyText.tsx'
import { JsonEditor } from '../editor/LazyJsonEditor.tsx'
import classes from './EventText.module.css'

/** The stored event, or the page's report of it so far. */
export function EventJson({ row: { stored, life } }: { readonly row: EventRow }) {
  const text = JSON.stringify(stored?.event ?? life?.event ?? life ?? {}, undefined, 2)
  return (
    <div className={classes.text}>
      <div className={classes.tools}>
        <CopyText text={text} name="Copy as JSON" />
      </div>
      <JsonEditor value={text} label="The event as JSON" />
    </div>
  )
}
