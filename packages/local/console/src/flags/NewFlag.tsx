import { ActionIcon, Button, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import { PlusIcon } from '@primer/octicons-react'
import { useState, type FormEvent } from 'react'
import type { ConsoleEnvironment } from '../../../src/console/consoleMessage.ts'
import type { Json } from '../../../src/flags/serverFlag.ts'
import { command } from '../feed/command.ts'
import { Dialog } from '../shell/Dialog.tsx'
import classes from './NewFlag.module.css'

interface NewFlagProps {
  readonly environment: ConsoleEnvironment
  readonly isLive: boolean
  readonly onMade: (key: string) => void
}

const KINDS: Readonly<Record<string, readonly Json[]>> = {
  Boolean: [true, false],
  String: ['control', 'treatment'],
  Number: [0, 1],
  JSON: [{}, { enabled: true }],
}

/** Creates a flag that is off, available in browsers, and has variations of the chosen type. */
export function NewFlag({ environment, isLive, onMade }: NewFlagProps) {
  const [isOpen, setIsOpen] = useState(false)
  // The new flag takes the focus.
  const [isMade, setIsMade] = useState(false)
  const [key, setKey] = useState('')
  const [kind, setKind] = useState('Boolean')
  const [problem, setProblem] = useState<string>()
  const isTaken = environment.flags.some((flag) => flag.key === key)

  async function make(submit: FormEvent): Promise<void> {
    submit.preventDefault()
    if (key === '') return setProblem('A flag needs a key.')
    const variations = KINDS[kind] ?? []
    const last = variations.length - 1
    const answer = await command(
      `/console/flags/${encodeURIComponent(environment.id)}/${encodeURIComponent(key)}`,
      {
        flag: {
          on: false,
          variations,
          fallthrough: { variation: 0 },
          offVariation: kind === 'Boolean' ? last : 0,
          clientSideAvailability: { usingEnvironmentId: true },
        },
        // Does not overwrite a flag with the same key.
        before: null,
      },
      'PUT',
    )
    if (answer.outcome === 'refused') return setProblem(answer.message)
    setIsMade(true)
    setIsOpen(false)
    setKey('')
    setProblem(undefined)
    return onMade(key)
  }

  function open(): void {
    setIsMade(false)
    setIsOpen(true)
  }

  return (
    <>
      <Tooltip label="New flag">
        <ActionIcon variant="default" disabled={!isLive} onClick={open} aria-label="Create a flag">
          <PlusIcon size={15} />
        </ActionIcon>
      </Tooltip>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} returnsFocus={!isMade} title="New flag" size="sm">
        <form className={classes.form} onSubmit={(submit) => void make(submit)}>
          <TextInput
            label="Key"
            data-autofocus
            value={key}
            onChange={(change) => {
              setKey(change.currentTarget.value.trim())
              setProblem(undefined)
            }}
            placeholder="quote-layout"
            error={isTaken ? 'A flag with this key already exists.' : problem}
          />
          <NativeSelect
            label="Type"
            value={kind}
            onChange={(change) => setKind(change.currentTarget.value)}
            data={Object.keys(KINDS)}
          />
          <Button type="submit" disabled={isTaken || !isLive}>
            Create
          </Button>
        </form>
      </Dialog>
    </>
  )
}
