import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { command } from '../feed/command.ts'
import { EditorSection } from '../flags/EditorSection.tsx'
import { replaced, without } from '../flags/listEdits.ts'
import { RemoveButton } from '../flags/RemoveButton.tsx'
import { sameJson } from '../format/sameJson.ts'
import { attributeRows, readRows, type AttributeRow, type Identity } from './attributeRows.ts'
import classes from './AttributesEditor.module.css'
import { Meanwhile } from './Meanwhile.tsx'

interface AttributesEditorProps {
  /** Nobody: somebody who is to be added. */
  readonly user: LocalUser | undefined
  readonly isLive: boolean
  readonly onSaved: (id: string) => void
}

const NOBODY: Identity = { unique_identity: '', user_name: '', company_id: '' }

/** Who somebody is, attribute by attribute, as who-am-i answers and as rules see it. */
export function AttributesEditor({ user, isLive, onSaved }: AttributesEditorProps) {
  const identity = user?.identity ?? NOBODY
  // Nothing until something is edited: then what the file says no longer counts. `before`: what it said then.
  const [edited, setEdited] = useState<{ readonly rows: readonly AttributeRow[]; readonly before: Identity }>()
  const [refusal, setRefusal] = useState<{ readonly message: string; readonly at: ReadonlyMap<string, string> }>()
  const rows = edited?.rows ?? attributeRows(identity)
  const read = readRows(rows)
  const isEdited = edited !== undefined && (read.outcome === 'invalid' || !sameJson(read.identity, identity))
  const before = edited?.before ?? identity
  const isTheirs = isEdited && !sameJson(identity, before)
  const edit = (next: readonly AttributeRow[]) => setEdited({ rows: next, before })
  const problemAt = (index: number, name: string) =>
    (read.outcome === 'invalid' ? read.problems.get(index) : undefined) ?? refusal?.at.get(name)

  async function save(): Promise<void> {
    if (read.outcome === 'invalid') return
    const answer =
      user === undefined
        ? await command('/console/people', read.identity)
        : await command(
            `/console/people/${encodeURIComponent(identity.unique_identity)}`,
            { identity: read.identity, before },
            'PUT',
          )
    if (answer.outcome === 'refused')
      return setRefusal({
        message: answer.message,
        at: new Map(answer.problems.map(({ path, message }) => [path, message])),
      })
    leave()
    return onSaved(read.identity.unique_identity)
  }

  function leave(): void {
    setRefusal(undefined)
    setEdited(undefined)
  }

  function keep(): void {
    setRefusal(undefined)
    setEdited({ rows, before: identity })
  }

  return (
    <EditorSection
      title="Attributes"
      says="What who-am-i answers, and what rules see."
      action={{ name: 'Add an attribute', do: () => edit([...rows, { name: '', text: '', type: 'text' }]) }}
    >
      <div className={classes.rows}>
        {rows.map((row, index) => {
          const set = (next: Partial<AttributeRow>) => edit(replaced(rows, index, { ...row, ...next }))
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
              <RemoveButton name={`Remove ${name}`} onRemove={() => edit(without(rows, index))} />
            </div>
          )
        })}
      </div>
      {(isEdited || user === undefined) && (
        <div className={classes.actions}>
          {isTheirs && <Meanwhile theirs={identity} before={before} onTake={leave} onKeep={keep} />}
          <span className={classes.problem} role="alert">
            {(read.outcome === 'invalid' ? read.problems.get(-1) : undefined) ??
              (isTheirs ? undefined : refusal?.message)}
          </span>
          <Button size="compact-sm" variant="default" onClick={leave} disabled={!isEdited}>
            Discard
          </Button>
          <Button
            size="compact-sm"
            onClick={() => void save()}
            disabled={read.outcome === 'invalid' || isTheirs || !isLive}
          >
            Save
          </Button>
        </div>
      )}
    </EditorSection>
  )
}
