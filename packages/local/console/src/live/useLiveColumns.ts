import { useLocalStorage } from '@mantine/hooks'
import { COLUMNS, FIRST_COLUMNS, type Column } from './liveColumns.ts'

/** The selected columns, stored in this browser. */
export function useLiveColumns(): readonly [readonly Column[], (columns: readonly Column[]) => void] {
  const [columns, setColumns] = useLocalStorage<readonly Column[]>({
    key: 'telltale-console-columns',
    defaultValue: FIRST_COLUMNS,
    getInitialValueInEffect: false,
    deserialize: (text) => readColumns(text),
  })
  return [columns, setColumns]
}

/** The stored value may come from an earlier version, or have been edited by hand. */
function readColumns(text: string | undefined): readonly Column[] {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return Array.isArray(value) ? COLUMNS.filter((column) => value.includes(column)) : FIRST_COLUMNS
  } catch {
    return FIRST_COLUMNS
  }
}
