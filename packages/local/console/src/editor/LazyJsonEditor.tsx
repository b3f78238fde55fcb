import { lazy, Suspense } from 'react'
import type { JsonEditorProps } from './JsonEditor.tsx'
import classes from './JsonEditor.module.css'

const Loaded = lazy(async () => ({ default: (await import('./JsonEditor.tsx')).JsonEditor }))

/** The editor, fetched when it is first needed; until then the text alone. */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <Suspense fallback={<pre className={classes.waiting}>{props.value}</pre>}>
      <Loaded {...props} />
    </Suspense>
  )
}
