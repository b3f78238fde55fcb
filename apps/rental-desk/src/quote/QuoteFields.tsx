import { Autocomplete, Select, Textarea, TextInput } from '@mantine/core'
import { useFlag } from 'telltale/react'
import { customerNames } from './customerNames.ts'
import { fleet } from '../data/fleet.ts'
import { yards } from '../data/yards.ts'
import { filterFleet, noFilter } from '../fleet/filterFleet.ts'
import { dollars } from '../format/dollars.ts'
import type { QuoteDraft, QuoteField } from './quoteDraft.ts'
import classes from './QuoteFields.module.css'

interface Props {
  draft: QuoteDraft
  problems: Partial<Record<QuoteField, string>>
  onChange: (change: Partial<QuoteDraft>) => void
  onPick: (number: string) => void
}

/** The latest date that can be entered. Without a maximum, browsers accept a year of more than four digits. */
const LAST_DAY = '9999-12-31'

const machines = fleet.map(({ number, model }) => ({ value: number, label: `${number}  ${model}` }))

/** The fields of a quote. A change of the layout moves the fields and keeps their values. */
export function QuoteFields({ draft, problems, onChange, onPick }: Props) {
  const layout = useFlag('quote-layout')
  const machine = fleet.find(({ number }) => number === draft.machine)
  return (
    <div className={classes.fields} data-layout={layout}>
      <Select
        className={classes.row}
        label="Machine"
        placeholder="Choose a machine"
        data={machines}
        searchable
        filter={({ options, search }) => {
          const found = new Set(filterFleet(fleet, { ...noFilter, text: search }).map(({ number }) => number))
          return options.filter((option) => 'value' in option && found.has(option.value))
        }}
        nothingFoundMessage="No such machine"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        // Always shown, so that the fields below do not move when a machine is picked.
        description={
          machine
            ? `${dollars(machine.dayRate)} a day, at ${yards[machine.yard]}`
            : 'The day rate and the yard appear here.'
        }
        // A list that opens on focus after a failed submit would cover the error. The same applies to the customer’s list.
        openOnFocus={false}
        // Enter takes the first match, in place of submitting a quote without a machine.
        selectFirstOptionOnChange
        value={draft.machine || null}
        error={problems.machine}
        onChange={(number) => (number === null ? onChange({ machine: '' }) : onPick(number))}
      />
      <TextInput
        className={classes.date}
        label="Goes out"
        type="date"
        max={LAST_DAY}
        value={draft.from}
        error={problems.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        className={classes.date}
        label="Comes back"
        type="date"
        max={LAST_DAY}
        value={draft.to}
        error={problems.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      <Autocomplete
        className={classes.customer}
        label="Customer"
        data={customerNames}
        openOnFocus={false}
        value={draft.customer}
        error={problems.customer}
        onChange={(customer) => onChange({ customer })}
      />
      <Textarea
        className={classes.notes}
        label="Notes"
        placeholder="Delivery, access"
        rows={layout === 'compact' ? 1 : 3}
        resize="vertical"
        value={draft.notes}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
      />
    </div>
  )
}
