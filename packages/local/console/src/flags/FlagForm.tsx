import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { Empty } from '../shell/Empty.tsx'
import type { EditGround } from './editGround.ts'
import type { Unread } from './flagDraft.ts'
import { PrerequisitesEditor } from './PrerequisitesEditor.tsx'
import { RulesEditor } from './RulesEditor.tsx'
import { ServingEditor } from './ServingEditor.tsx'
import { TargetsEditor } from './TargetsEditor.tsx'
import { VariationsEditor } from './VariationsEditor.tsx'

interface FlagFormProps {
  readonly flag: ServerFlag
  readonly unread: Unread
  readonly ground: EditGround
  readonly onChange: (flag: ServerFlag, unread?: Unread) => void
}

/** The parts of a flag in the order in which they are evaluated. */
export function FlagForm({ flag, unread, ground, onChange }: FlagFormProps) {
  // Its edits would be lost as soon as the JSON is corrected.
  if (unread.flag !== undefined)
    return (
      <Empty title="The JSON of this flag has an error">
        Correct it under JSON, or discard your changes. Then the rules can be edited here.
      </Empty>
    )
  return (
    <>
      <VariationsEditor flag={flag} unread={unread} onChange={onChange} />
      <PrerequisitesEditor flag={flag} ground={ground} onChange={onChange} />
      <TargetsEditor flag={flag} ground={ground} onChange={onChange} />
      <RulesEditor flag={flag} ground={ground} onChange={onChange} />
      <ServingEditor flag={flag} unread={unread} ground={ground} onChange={onChange} />
    </>
  )
}
