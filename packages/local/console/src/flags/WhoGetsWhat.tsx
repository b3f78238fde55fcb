import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { Avatar } from '../people/Avatar.tsx'
import { nameOf } from '../people/nameOf.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { reasonText } from './reasonText.ts'
import type { WhoGetsWhat as Known } from './useWhoGetsWhat.ts'
import { VariationChip } from './VariationChip.tsx'
import pressable from '../shell/PressableRow.module.css'
import classes from './WhoGetsWhat.module.css'

interface WhoGetsWhatProps {
  readonly flag: ServerFlag
  readonly users: readonly LocalUser[]
  readonly known: Known
  /** Whether it shows the values of an unsaved draft, or cannot, because the draft is invalid. */
  readonly phase: 'saved' | 'draft' | 'broken'
  /** The token of the selected person. */
  readonly picked: string | undefined
  readonly onPick: (token: string | undefined) => void
}

/** Everyone's value of a flag, and the reason. Selecting a person highlights the part of the flag that determined the value. */
export function WhoGetsWhat({ flag, users, known, phase, picked, onPick }: WhoGetsWhatProps) {
  const says = phase === 'broken' ? 'Not known until your changes are valid' : 'with your changes'
  return (
    <Pane title="Who gets what" tools={phase !== 'saved' && <span className={classes.draft}>{says}</span>}>
      <ul className={classes.list}>
        {users.map((user) => {
          const evaluation = known.get(user.token)
          const isPicked = picked === user.token
          return (
            <li key={user.token}>
              <button
                className={`${pressable.row} ${classes.person}`}
                aria-pressed={isPicked}
                onClick={() => onPick(isPicked ? undefined : user.token)}
              >
                <Avatar name={nameOf(user)} isImpersonated={Boolean(user.identity['mimic_user'])} />
                <span className={pressable.words}>
                  <span className={pressable.name}>{nameOf(user)}</span>
                  <span className={classes.why}>
                    {evaluation ? reasonText(evaluation, flag) : phase === 'broken' ? 'not known' : '…'}
                  </span>
                </span>
                {evaluation && (
                  <VariationChip
                    index={evaluation.variation ?? -1}
                    value={evaluation.variation === undefined ? 'fallback' : evaluation.value}
                  />
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {users.length === 0 && <Empty title="No users yet">Add users to the users file.</Empty>}
    </Pane>
  )
}
