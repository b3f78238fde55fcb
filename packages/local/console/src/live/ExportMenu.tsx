import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { DownloadIcon } from '@primer/octicons-react'

/** Exports all stored events as a file. */
export function ExportMenu() {
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label="Export">
          <ActionIcon variant="subtle" color="gray" aria-label="Export all stored events">
            <DownloadIcon size={15} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>All stored events</Menu.Label>
        <Menu.Item component="a" href="/console/events.ndjson" download>
          NDJSON
        </Menu.Item>
        <Menu.Item component="a" href="/console/events.csv" download>
          CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
