import { Button } from '@mantine/core'
import { sameJson } from '../format/sameJson.ts'
import { asText } from '../format/asText.ts'
import type { Identity } from './attributeRows.ts'
import classes from './Meanwhile.module.css'

interface MeanwhileProps {
  /** As somebody else has left it. */
  readonly theirs: Identity
  /** As it was when the editing began. */
  readonly before: Identity
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** That somebody else changed a person while they are being edited, what they changed, and whose shall be. */
export function Meanwhile({ theirs, before, onTake, onKeep }: MeanwhileProps) {
  return (
    <div className={classes.meanwhile} role="alert">
      <span>
        Somebody else changed this person meanwhile: <strong>{changesOf(before, theirs).join(', ')}</strong>.
      </span>
      <Button size="compact-xs" variant="default" onClick={onTake}>
        Take theirs
      </Button>
      <Button size="compact-xs" variant="default" onClick={onKeep}>
        Keep mine
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
