import { TextInput } from '@mantine/core'
import { SearchIcon } from '@primer/octicons-react'

interface Props {
  label: string
  /** Names the fields that are searched. */
  placeholder: string
  value: string
  onChange: (text: string) => void
  className?: string | undefined
}

/** A field for searching a list while typing. */
export function SearchField({ label, placeholder, value, onChange, className }: Props) {
  return (
    <TextInput
      className={className}
      aria-label={label}
      type="search"
      placeholder={placeholder}
      leftSection={<SearchIcon size={16} aria-hidden="true" />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
