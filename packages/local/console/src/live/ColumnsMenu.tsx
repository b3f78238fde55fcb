import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { ColumnsIcon } from '@primer/octicons-react'
import classes from './ColumnsMenu.module.css'
import { COLUMN_NAMES, COLUMNS, FIXED_COLUMNS, type Column } from './liveColumns.ts'

interface ColumnsMenuProps {
  readonly columns: readonly Column[]
  readonly onChoose: (columns: readonly Column[]) => void
}

/** Selects the columns of the list. */
export function ColumnsMenu({ columns, onChoose }: ColumnsMenuProps) {
  const toggle = (column: Column, isShown: boolean) =>
    onChoose(isShown ? [...columns, column] : columns.filter((one) => one !== column))
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      closeOnItemClick={false}
      keepMounted={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Tooltip label="Columns">
          <ActionIcon className={classes.button ?? ''} variant="subtle" color="gray" aria-label="Choose columns">
            <ColumnsIcon size={15} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {COLUMNS.filter((column) => !FIXED_COLUMNS.includes(column)).map((column) => (
          <Menu.CheckboxItem
            checked={columns.includes(column)}
            onChange={(isShown) => toggle(column, isShown)}
            key={column}
          >
            {COLUMN_NAMES[column]}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
