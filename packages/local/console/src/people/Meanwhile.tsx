import { Button } from '@mantine/core'
import { sameJson } from '../format/sameJson.ts'
import { asText } from '../format/asText.ts'
import type { Identity } from './attributeRows.ts'
import classes from './Meanwhile.module.css'

interface MeanwhileProps {
  /** The person as changed elsewhere. */
  readonly theirs: Identity
  /** The person when editing began. */
  readonly before: Identity
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** Shows what was changed elsewhere while a person is being edited, and asks which changes to keep. */
export function Meanwhile({ theirs, before, onTake, onKeep }: MeanwhileProps) {
  return (
    <div className={classes.meanwhile} role="alert">
      <span>
        This person has changed while you were editing: <strong>{changesOf(before, theirs).join(', ')}</strong>.
      </span>
      <Button size="compact-xs" variant="default" onClick={onTake}>
        Discard my changes
      </Button>
      <Button size="compact-xs" variant="default" onClick={onKeep}>
        Keep my changes
      </Button>
    </div>
  )
}

function changesOf(before: Identity, now: Identity): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return names
    .filter((name) => !sameJson(before[name], now[name]))
    .map((name) => (Object.hasOwn(now, name) ? `${name} is ${asText(now[name])}` : `${name} is gone`))
}
