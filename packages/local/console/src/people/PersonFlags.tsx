import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { reasonText } from '../flags/reasonText.ts'
import { useEvaluations } from '../flags/useEvaluations.ts'
import { VariationChip } from '../flags/VariationChip.tsx'
import { Pane } from '../shell/Pane.tsx'
import type { Go } from '../shell/useRoute.ts'
import pressable from '../shell/PressableRow.module.css'
import classes from './PersonFlags.module.css'

interface PersonFlagsProps {
  readonly user: LocalUser
  readonly state: ConsoleState
  readonly go: Go
}

/** A person's value of every flag, and the reasons. */
export function PersonFlags({ user, state, go }: PersonFlagsProps) {
  const [chosen, setChosen] = useState<string>()
  const { environments } = state
  const environment = environments.find(({ id }) => id === chosen) ?? environments[0]
  const evaluations = useEvaluations(user, environment)
  const tools = environments.length > 1 && environment !== undefined && (
    <SegmentedControl
      size="xs"
      aria-label="Environment"
      data={environments.map(({ id, levels }) => ({ value: id, label: levels.join(', ') || id }))}
      value={environment.id}
      onChange={setChosen}
    />
  )
  return (
    <Pane title="Flags" count={environment?.flags.length} tools={tools}>
      {environment?.flags.map((flag) => {
        const evaluation = evaluations?.[flag.key]
        return (
          <button className={`${pressable.row} ${classes.flag}`} onClick={() => go('flags', flag.key)} key={flag.key}>
            <span className={classes.key}>{flag.key}</span>
            {evaluation && (
              <VariationChip
                index={evaluation.variation ?? -1}
                value={evaluation.variation === undefined ? 'fallback' : evaluation.value}
                name={flag.variationNames?.[evaluation.variation ?? -1]}
              />
            )}
            <span className={classes.why}>{evaluation ? reasonText(evaluation, flag) : '…'}</span>
          </button>
        )
      })}
    </Pane>
  )
}
