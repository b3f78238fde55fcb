import { useState } from 'react'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { JsonEditor } from '../editor/LazyJsonEditor.tsx'
import { CopyText } from '../format/CopyText.tsx'
import classes from './FlagJson.module.css'
import { readFlagText } from './readFlagText.ts'

interface FlagJsonProps {
  readonly flag: ServerFlag
  readonly onChange: (flag: ServerFlag) => void
}

/** The flag in the vendor's JSON format. It can be edited, or pasted from a real project. */
export function FlagJson({ flag, onChange }: FlagJsonProps) {
  // Kept while it has the same meaning as the flag, so that the formatting does not change under the cursor.
  const [typed, setTyped] = useState<{ readonly text: string; readonly says: ServerFlag | undefined }>()
  const [problem, setProblem] = useState<string>()
  const text = typed !== undefined && (typed.says === undefined || typed.says === flag) ? typed.text : written(flag)

  function change(next: string): void {
    const read = readFlagText(flag.key, next)
    setProblem(read.outcome === 'invalid' ? read.message : undefined)
    setTyped({ text: next, says: read.outcome === 'ok' ? read.flag : undefined })
    if (read.outcome === 'ok') onChange(read.flag)
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
