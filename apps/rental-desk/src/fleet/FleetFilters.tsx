import { Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { categories, type CategoryId } from '../data/categories.ts'
import { yards, type YardId } from '../data/yards.ts'
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
      <TextInput
        className={classes.text}
        aria-label="Search the fleet"
        type="search"
        placeholder="Number, model or kind"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
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
