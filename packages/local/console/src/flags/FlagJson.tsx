import { useState } from 'react'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { JsonEditor } from '../editor/LazyJsonEditor.tsx'
import { CopyText } from '../format/CopyText.tsx'
import { ALL_READ, type Unread } from './flagDraft.ts'
import classes from './FlagJson.module.css'
import { useProblemAt } from './Problems.tsx'
import { readFlagText } from './readFlagText.ts'

interface FlagJsonProps {
  readonly flag: ServerFlag
  readonly unread: Unread
  readonly onChange: (flag: ServerFlag, unread: Unread) => void
}

/** The flag in the vendor's JSON format. It can be edited, or pasted from a real project. */
export function FlagJson({ flag, unread, onChange }: FlagJsonProps) {
  // Kept while it has the same meaning as the flag, so that the formatting does not change under the cursor.
  const [typed, setTyped] = useState<{ readonly text: string; readonly says: ServerFlag }>()
  const problem = useProblemAt('json')
  const text = unread.flag ?? (typed?.says === flag ? typed.text : written(flag))

  function change(next: string): void {
    const read = readFlagText(flag.key, next)
    if (read.outcome === 'invalid') return onChange(flag, { ...unread, flag: next })
    setTyped({ text: next, says: read.flag })
    onChange(read.flag, ALL_READ)
  }

  return (
    <div className={classes.json}>
      <div className={classes.tools}>
        <span className={classes.says} data-broken={problem !== undefined} role="status">
          {problem ?? 'The flag vendor’s format: an export of a real project can be pasted in.'}
        </span>
        <CopyText text={text} name="Copy" />
      </div>
      <JsonEditor value={text} label={`${flag.key} as JSON`} onChange={change} />
    </div>
  )
}

function written(flag: ServerFlag): string {
  return JSON.stringify(flag, undefined, 2)
}
