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
import type { OpenPerson } from './openPerson.ts'
import { RemovedMeanwhile } from './RemovedMeanwhile.tsx'

interface AttributesEditorProps {
  readonly person: OpenPerson
  readonly isLive: boolean
  /** That somebody is being edited, or that nobody is any more. */
  readonly onEdited: (user: LocalUser | undefined) => void
  /** That there is nothing more to be edited here, and who it is now. */
  readonly onLeft: (id?: string) => void
}

const NOBODY: Identity = { unique_identity: '', user_name: '', company_id: '' }

/** Who somebody is, attribute by attribute, as who-am-i answers and as rules see it. */
export function AttributesEditor({ person, isLive, onEdited, onLeft }: AttributesEditorProps) {
  const { status } = person
  const user = person.status === 'new' ? undefined : person.user
  const identity = user?.identity ?? NOBODY
  // Nothing until something is edited: then what the file says no longer counts. `before`: what it said then.
  const [edited, setEdited] = useState<{ readonly rows: readonly AttributeRow[]; readonly before: Identity }>()
  const [refusal, setRefusal] = useState<{ readonly message: string; readonly at: ReadonlyMap<string, string> }>()
  const rows = edited?.rows ?? attributeRows(identity)
  const read = readRows(rows)
  const isEdited = edited !== undefined && (read.outcome === 'invalid' || !sameJson(read.identity, identity))
  const before = edited?.before ?? identity
  const isTheirs = status === 'here' && isEdited && !sameJson(identity, before)
  const problemAt = (index: number, name: string) =>
    (read.outcome === 'invalid' ? read.problems.get(index) : undefined) ?? refusal?.at.get(name)

  function edit(next: readonly AttributeRow[]): void {
    setEdited({ rows: next, before })
    onEdited(user)
  }

  async function save(): Promise<void> {
    if (read.outcome === 'invalid') return
    const answer =
      status === 'here'
        ? await command(
            `/console/people/${encodeURIComponent(identity.unique_identity)}`,
            { identity: read.identity, before },
            'PUT',
          )
        : await command('/console/people', read.identity)
    if (answer.outcome === 'refused')
      return setRefusal({
        message: answer.message,
        at: new Map(answer.problems.map(({ path, message }) => [path, message])),
      })
    leave()
    return onLeft(read.identity.unique_identity)
  }

  function leave(): void {
    setRefusal(undefined)
    setEdited(undefined)
    onEdited(undefined)
  }

  function take(): void {
    leave()
    // Theirs may be another id.
    onLeft(identity.unique_identity)
  }

  function discard(): void {
    leave()
    if (status === 'gone') onLeft()
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
      <div className={classes.rows} data-status={status}>
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
      {(isEdited || status !== 'here') && (
        <div className={classes.actions}>
          {isTheirs && <Meanwhile theirs={identity} before={before} onTake={take} onKeep={keep} />}
          {status === 'gone' && <RemovedMeanwhile />}
          <span className={classes.problem} role="alert">
            {(read.outcome === 'invalid' ? read.problems.get(-1) : undefined) ??
              (isTheirs ? undefined : refusal?.message)}
          </span>
          <Button size="compact-sm" variant="default" onClick={discard} disabled={!isEdited && status !== 'gone'}>
            Discard
          </Button>
          <Button
            size="compact-sm"
            onClick={() => void save()}
            disabled={read.outcome === 'invalid' || isTheirs || !isLive}
          >
            {status === 'gone' ? 'Save as somebody new' : 'Save'}
          </Button>
        </div>
      )}
    </EditorSection>
  )
}
