import { Select } from '@mantine/core'
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
      <Select
        aria-label="Category"
        placeholder="All categories"
        data={optionsOf(categories)}
        clearable
        value={filter.category}
        onChange={(category) => onChange({ ...filter, category: category as CategoryId | null })}
      />
      <Select
        aria-label="Yard"
        placeholder="All yards"
        data={optionsOf(yards)}
        clearable
        value={filter.yard}
        onChange={(yard) => onChange({ ...filter, yard: yard as YardId | null })}
      />
    </search>
  )
}
