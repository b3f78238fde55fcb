import { TextInput } from '@mantine/core'
import { SearchIcon } from '@primer/octicons-react'

interface Props {
  label: string
  /** What is searched. */
  placeholder: string
  value: string
  onChange: (text: string) => void
  className?: string | undefined
}

/** Words that a list is searched for as they are typed. */
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
