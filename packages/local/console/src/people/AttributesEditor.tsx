import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { command } from '../feed/command.ts'
import { EditorSection } from '../flags/EditorSection.tsx'
import { replaced, without } from '../flags/listEdits.ts'
import { RemoveButton } from '../flags/RemoveButton.tsx'
import { sameJson } from '../format/sameJson.ts'
import { attributeRows, canBeJson, readRows, withoutBlank, type AttributeRow, type Identity } from './attributeRows.ts'
import classes from './AttributesEditor.module.css'
import { Meanwhile } from './Meanwhile.tsx'
import type { OpenPerson } from './openPerson.ts'
import { RemovedMeanwhile } from './RemovedMeanwhile.tsx'
import { isEdited, type PersonDraft } from './usePersonDrafts.ts'

interface AttributesEditorProps {
  readonly person: OpenPerson
  readonly users: readonly LocalUser[]
  /** Undefined until something is edited. From then on, the form shows the draft and not the file. */
  readonly draft: PersonDraft | undefined
  readonly isLive: boolean
  /** Called with the edits, or with nothing when they are saved or discarded. */
  readonly onDraft: (draft: PersonDraft | undefined) => void
  /** Called after the edits were discarded, with the id of the person who is left. */
  readonly onLeft: (id?: string) => void
  /** Called when the file has the edits, with the id of the resulting person. */
  readonly onSaved: (id: string) => void
}

const NOBODY: Identity = { unique_identity: '', user_name: '', company_id: '' }

/** The attributes of a person, as returned by who-am-i and used by rules. */
export function AttributesEditor({ person, users, draft, isLive, onDraft, onLeft, onSaved }: AttributesEditorProps) {
  const { status } = person
  const user = person.status === 'new' ? undefined : person.user
  const identity = user?.identity ?? NOBODY
  const [refusal, setRefusal] = useState<{ readonly message: string; readonly at: ReadonlyMap<string, string> }>()
  // Nothing is reported about a new person before anything was typed or was to be saved.
  const [attempts, setAttempts] = useState(0)
  // Saved edits stay until the file has had them: the form would show the old person in between.
  const [saved, setSaved] = useState<Identity>()
  const fields = useRef<HTMLDivElement>(null)
  const rows = draft?.rows ?? attributeRows(identity)
  const read = readRows(status === 'new' ? withoutBlank(rows) : rows)
  const isJudged = status !== 'new' || attempts > 0 || draft !== undefined
  const isChanged = draft !== undefined && isEdited(draft, users)
  const before = draft?.before ?? identity
  const isOther = status === 'here' && !sameJson(identity, before)
  const isTheirs = isChanged && isOther
  // Another console may have replaced them as soon as they were saved.
  const wasInFile = saved !== undefined && (isOther || users.some((one) => sameJson(one.identity, saved)))
  const problems = read.outcome === 'invalid' ? read.problems : undefined
  const withoutId = isJudged ? problems?.get(-1) : undefined
  const problemAt = (index: number, name: string) =>
    problems?.get(index) ?? (name === 'unique_identity' ? withoutId : undefined) ?? refusal?.at.get(name)

  function edit(next: readonly AttributeRow[]): void {
    onDraft({ user: draft?.user ?? user, rows: next, before: (draft && saved) ?? before })
    setSaved(undefined)
  }

  async function save(): Promise<void> {
    setAttempts(attempts + 1)
    if (read.outcome === 'invalid' || isTheirs || !isLive || saved !== undefined) return
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
    setRefusal(undefined)
    return setSaved(read.identity)
  }

  useEffect(() => {
    if (!wasInFile || draft === undefined) return
    onDraft(undefined)
    onSaved(saved.unique_identity)
  }, [wasInFile, saved, draft, onDraft, onSaved])

  const isOpenToSave = isChanged || status === 'new'
  useHotkeys([['mod+s', () => isOpenToSave && void save()]], [])
  useLayoutEffect(() => {
    if (status === 'new') fields.current?.querySelector('textarea')?.focus()
  }, [status])

  useEffect(() => {
    if (attempts > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  // The bar appears over the lower edge of the form, where the field may be that has just been changed.
  useLayoutEffect(() => {
    const field = document.activeElement
    if (isOpenToSave && fields.current?.contains(field)) field?.scrollIntoView({ block: 'nearest' })
  }, [isOpenToSave])

  function leave(): void {
    setSaved(undefined)
    setRefusal(undefined)
    onDraft(undefined)
  }

  function take(): void {
    leave()
    // The id may have changed elsewhere.
    onLeft(identity.unique_identity)
  }

  function discard(): void {
    leave()
    setAttempts(0)
    if (status !== 'here') onLeft()
  }

  function keep(): void {
    setSaved(undefined)
    setRefusal(undefined)
    onDraft({ user, rows, before: identity })
  }

  return (
    <EditorSection
      title="Attributes"
      says="Returned by who-am-i, and used by targeting rules."
      action={{
        name: 'Add an attribute',
        do: () => edit([...rows, { name: '', text: '', type: 'text', isNew: true }]),
      }}
    >
      <div className={classes.rows} data-status={status} ref={fields}>
        {rows.map((row, index) => {
          const set = (next: Partial<AttributeRow>) => edit(replaced(rows, index, { ...row, ...next }))
          const name = row.name || `attribute ${index + 1}`
          return (
            <div className={classes.row} data-type={row.type} data-new={row.isNew} key={index}>
              {row.isNew ? (
                <TextInput
                  size="xs"
                  className={classes.name}
                  label="Name"
                  aria-label={`Name of attribute ${index + 1}`}
                  value={row.name}
                  onChange={(change) => set({ name: change.currentTarget.value })}
                />
              ) : (
                <span className={classes.name} aria-hidden>
                  {row.name}
                </span>
              )}
              {/* Not a single line, which would cut a long value. */}
              <Textarea
                size="xs"
                autosize
                className={classes.value}
                label={row.isNew && 'Value'}
                aria-label={row.isNew ? `Value of ${name}` : name}
                value={row.text}
                onKeyDown={(press) => press.key === 'Enter' && press.preventDefault()}
                onChange={(change) => set({ text: change.currentTarget.value })}
                error={problemAt(index, row.name)}
              />
              {canBeJson(row) && (
                <NativeSelect
                  size="xs"
                  className={classes.type}
                  label={row.isNew && 'Written as'}
                  aria-label={row.isNew ? `Written as, ${name}` : `${name}: written as`}
                  value={row.type}
                  onChange={(change) => set({ type: change.currentTarget.value === 'json' ? 'json' : 'text' })}
                  data={[
                    { value: 'text', label: 'text' },
                    { value: 'json', label: 'JSON' },
                  ]}
                />
              )}
              <RemoveButton name={`Remove ${name}`} onRemove={() => edit(without(rows, index))} />
            </div>
          )
        })}
      </div>
      {isOpenToSave && (
        <div className={classes.actions}>
          {isTheirs && <Meanwhile theirs={identity} before={before} onTake={take} onKeep={keep} />}
          {status === 'gone' && <RemovedMeanwhile />}
          {isChanged && <span className={classes.says}>Unsaved changes.</span>}
          <span className={classes.problem} role="alert">
            {withoutId ?? (isTheirs ? undefined : refusal?.message)}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={discard}
            disabled={!isChanged && status !== 'new'}
            data-discards
          >
            Discard
          </Button>
          <Button
            size="compact-sm"
            onClick={() => void save()}
            disabled={(isJudged && problems !== undefined) || isTheirs || !isLive}
          >
            {status === 'gone' ? 'Save as a new person' : 'Save'}
          </Button>
        </div>
      )}
    </EditorSection>
  )
}
