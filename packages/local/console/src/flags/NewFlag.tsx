import { ActionIcon, Button, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
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
  'on or off': [true, false],
  'one of several texts': ['control', 'treatment'],
  'a number': [0, 1],
  'an object': [{}, { enabled: true }],
}

/** Makes a flag that is off, for browsers, with variations of the kind that is wanted. */
export function NewFlag({ environment, isLive, onMade }: NewFlagProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [key, setKey] = useState('')
  const [kind, setKind] = useState('on or off')
  const [problem, setProblem] = useState<string>()
  const isTaken = environment.flags.some((flag) => flag.key === key)

  async function make(submit: FormEvent): Promise<void> {
    submit.preventDefault()
    const variations = KINDS[kind] ?? []
    const last = variations.length - 1
    const answer = await command(
      `/console/flags/${encodeURIComponent(environment.id)}/${encodeURIComponent(key)}`,
      {
        flag: {
          on: false,
          variations,
          fallthrough: { variation: 0 },
          offVariation: kind === 'on or off' ? last : 0,
          clientSideAvailability: { usingEnvironmentId: true },
        },
        // Nobody else's of the same name is written over.
        before: null,
      },
      'PUT',
    )
    if (answer.outcome === 'refused') return setProblem(answer.message)
    setIsOpen(false)
    setKey('')
    setProblem(undefined)
    return onMade(key)
  }

  return (
    <>
      <Tooltip label="A new flag">
        <ActionIcon variant="default" disabled={!isLive} onClick={() => setIsOpen(true)} aria-label="Make a new flag">
          <IconPlus size={15} />
        </ActionIcon>
      </Tooltip>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="A new flag" size="sm">
        <form className={classes.form} onSubmit={(submit) => void make(submit)}>
          <TextInput
            label="Key"
            data-autofocus
            value={key}
            onChange={(change) => setKey(change.currentTarget.value.trim())}
            placeholder="quote-layout"
            error={isTaken ? 'There is a flag of that key.' : problem}
          />
          <NativeSelect
            label="Its value is"
            value={kind}
            onChange={(change) => setKind(change.currentTarget.value)}
            data={Object.keys(KINDS)}
          />
          <Button type="submit" disabled={key === '' || isTaken || !isLive}>
            Make it
          </Button>
        </form>
      </Dialog>
    </>
  )
}
