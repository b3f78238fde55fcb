import { UnstyledButton } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import classes from './TallyFilter.module.css'

interface Tally<Id extends string> {
  readonly id: Id
  readonly name: string
  readonly count: number
}

interface Props<Id extends string> {
  label: string
  tallies: readonly Tally<Id>[]
  value: Id | null
  onChange: (id: Id | null) => void
}

/** The number of items in each state, with a mark for each item. Pressing a state filters by it. The toolbar is one Tab stop. */
export function TallyFilter<Id extends string>({ label, tallies, value, onChange }: Props<Id>) {
  const { getItemProps } = useRovingIndex({ total: tallies.length, orientation: 'both' })
  return (
    <div className={classes.tallies} role="toolbar" aria-label={label}>
      {tallies.map(({ id, name, count }, index) => (
        <UnstyledButton
          key={id}
          className={classes.tally}
          data-state={id}
          aria-pressed={value === id}
          {...getItemProps({ index, onClick: () => onChange(value === id ? null : id) })}
        >
          <span className={classes.figure}>{count}</span>
          <span className={classes.label}>{name}</span>
          <span className={classes.marks} aria-hidden="true">
            {Array.from({ length: count }, (_, mark) => (
              <i key={mark} />
            ))}
          </span>
        </UnstyledButton>
      ))}
    </div>
  )
}
