import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { EditGround } from './editGround.ts'
import { PrerequisitesEditor } from './PrerequisitesEditor.tsx'
import { RulesEditor } from './RulesEditor.tsx'
import { ServingEditor } from './ServingEditor.tsx'
import { TargetsEditor } from './TargetsEditor.tsx'
import { VariationsEditor } from './VariationsEditor.tsx'

interface FlagFormProps {
  readonly flag: ServerFlag
  readonly ground: EditGround
  readonly onChange: (flag: ServerFlag) => void
}

/** The parts of a flag in the order in which they are evaluated. */
export function FlagForm({ flag, ground, onChange }: FlagFormProps) {
  return (
    <>
      <VariationsEditor flag={flag} onChange={onChange} />
      <PrerequisitesEditor flag={flag} ground={ground} onChange={onChange} />
      <TargetsEditor flag={flag} ground={ground} onChange={onChange} />
      <RulesEditor flag={flag} ground={ground} onChange={onChange} />
      <ServingEditor flag={flag} ground={ground} onChange={onChange} />
    </>
  )
}
