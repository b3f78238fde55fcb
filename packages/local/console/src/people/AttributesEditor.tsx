import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { command } from '../feed/command.ts'
import { EditorSection } from '../flags/EditorSection.tsx'
import { replaced, without } from '../flags/listEdits.ts'
import { RemoveButton } from '../flags/RemoveButton.tsx'
import { sameJson } from '../format/sameJson.ts'
import { attributeRows, readRows, type AttributeRow } from './attributeRows.ts'
import classes from './AttributesEditor.module.css'

interface AttributesEditorProps {
  /** Nobody: somebody who is to be added. */
  readonly user: LocalUser | undefined
  readonly isLive: boolean
  readonly onSaved: (id: string) => void
}

const NOBODY: LocalUser['identity'] = { unique_identity: '', user_name: '', company_id: '' }

/** Who somebody is, attribute by attribute, as who-am-i answers and as rules see it. */
export function AttributesEditor({ user, isLive, onSaved }: AttributesEditorProps) {
  const identity = user?.identity ?? NOBODY
  // Nothing until something is edited: then what the file says no longer counts.
  const [edited, setEdited] = useState<readonly AttributeRow[]>()
  const [refusal, setRefusal] = useState<{ readonly message: string; readonly at: ReadonlyMap<string, string> }>()
  const rows = edited ?? attributeRows(identity)
  const read = readRows(rows)
  const isEdited = edited !== undefined && (read.outcome === 'invalid' || !sameJson(read.identity, identity))
  const problemAt = (index: number, name: string) =>
    (read.outcome === 'invalid' ? read.problems.get(index) : undefined) ?? refusal?.at.get(name)

  async function save(): Promise<void> {
    if (read.outcome === 'invalid') return
    const answer =
      user === undefined
        ? await command('/console/people', read.identity)
        : await command(`/console/people/${encodeURIComponent(identity.unique_identity)}`, read.identity, 'PUT')
    if (answer.outcome === 'refused')
      return setRefusal({
        message: answer.message,
        at: new Map(answer.problems.map(({ path, message }) => [path, message])),
      })
    setRefusal(undefined)
    setEdited(undefined)
    return onSaved(read.identity.unique_identity)
  }

  return (
    <EditorSection
      title="Attributes"
      says="What who-am-i answers, and what rules see."
      action={{ name: 'Add an attribute', do: () => setEdited([...rows, { name: '', text: '', type: 'text' }]) }}
    >
      <div className={classes.rows}>
        {rows.map((row, index) => {
          const set = (next: Partial<AttributeRow>) => setEdited(replaced(rows, index, { ...row, ...next }))
          const name = row.name || `attribute ${index + 1}`
          return (
            <div className={classes.row} data-type={row.type} key={index}>
              <TextInput
                size="xs"
                className={classes.name}
                aria-label={`Name of attribute ${index + 1}`}
                value={row.name}
                onChange={(change) => set({ name: change.currentTarget.value })}
              />
              <TextInput
                size="xs"
                className={classes.value}
                aria-label={name}
                value={row.text}
                onChange={(change) => set({ text: change.currentTarget.value })}
                error={problemAt(index, row.name)}
              />
              <NativeSelect
                size="xs"
                className={classes.type}
                aria-label={`${name}: written as`}
                value={row.type}
                onChange={(change) => set({ type: change.currentTarget.value === 'json' ? 'json' : 'text' })}
                data={[
                  { value: 'text', label: 'text' },
                  { value: 'json', label: 'JSON' },
                ]}
              />
              <RemoveButton name={`Remove ${name}`} onRemove={() => setEdited(without(rows, index))} />
            </div>
          )
        })}
      </div>
      {(isEdited || user === undefined) && (
        <div className={classes.actions}>
          <span className={classes.problem} role="alert">
            {(read.outcome === 'invalid' ? read.problems.get(-1) : undefined) ?? refusal?.message}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => setEdited(undefined)} disabled={!isEdited}>
            Discard
          </Button>
          <Button size="compact-sm" onClick={() => void save()} disabled={read.outcome === 'invalid' || !isLive}>
            Save
          </Button>
        </div>
      )}
    </EditorSection>
  )
}
