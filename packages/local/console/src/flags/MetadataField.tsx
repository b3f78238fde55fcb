import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { FlagMetadata, ServerFlag } from '../../../src/flags/serverFlag.ts'
import { isRecord } from '../../../src/json/isRecord.ts'
import type { Unread } from './flagDraft.ts'
import classes from './FieldRow.module.css'
import { useProblemAt } from './Problems.tsx'
import { readVariation } from './variationText.ts'

interface MetadataFieldProps {
  readonly flag: ServerFlag
  readonly unread: Unread
  readonly onChange: (flag: ServerFlag, unread?: Unread) => void
}

/** The metadata of a flag, as JSON. A blank field is a flag without metadata. */
export function MetadataField({ flag, unread, onChange }: MetadataFieldProps) {
  // Kept while it stands for the metadata, so that the formatting does not change under the cursor.
  const [typed, setTyped] = useState<string>()
  const problem = useProblemAt('metadata')
  const { metadata, ...rest } = flag

  function change(next: string): void {
    setTyped(next)
    const { metadata: _, ...read } = unread
    const value = readVariation(next, 'json')
    if (next.trim() === '') onChange(rest as ServerFlag, read)
    // The services report the fields whose values cannot be sent.
    else if (isRecord(value)) onChange({ ...flag, metadata: value as FlagMetadata }, read)
    else onChange(flag, { ...read, metadata: next })
  }

  return (
    <Textarea
      size="xs"
      autosize
      className={`${classes.metadata} ${classes.mono}`}
      label="Metadata"
      placeholder={'{ "team": "growth" }'}
      value={unread.metadata ?? typed ?? metadataText(metadata)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      error={problem}
    />
  )
}

/** One field per line, if there are several. */
function metadataText(metadata: FlagMetadata | undefined): string {
  if (metadata === undefined) return ''
  const entries = Object.entries(metadata)
  if (entries.length > 1) return JSON.stringify(metadata, undefined, 2)
  return entries.map(([name, value]) => `{ ${JSON.stringify(name)}: ${JSON.stringify(value)} }`).join('') || '{}'
}
