import { NativeSelect } from '@mantine/core'
import { categories, type CategoryId } from '../data/categories.ts'
import { yards, type YardId } from '../data/yards.ts'
import { SearchField } from '../shell/SearchField.tsx'
import type { FleetFilter } from './filterFleet.ts'
import classes from './FleetFilters.module.css'
import { optionsOf } from './optionsOf.ts'

interface Props {
  filter: FleetFilter
  onChange: (filter: FleetFilter) => void
}

export function FleetFilters({ filter, onChange }: Props) {
  return (
    <search className={classes.filters}>
      <SearchField
        className={classes.text}
        label="Search the fleet"
        placeholder="Number, model or kind"
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
      <NativeSelect
        aria-label="Category"
        data={[{ value: '', label: 'All categories' }, ...optionsOf(categories)]}
        value={filter.category ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, category: (value || null) as CategoryId | null })
        }
      />
      <NativeSelect
        aria-label="Yard"
        data={[{ value: '', label: 'All yards' }, ...optionsOf(yards)]}
        value={filter.yard ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, yard: (value || null) as YardId | null })}
      />
    </search>
  )
}
