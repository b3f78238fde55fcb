import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { DownloadIcon } from '@primer/octicons-react'
import { countText } from '../format/countText.ts'
import type { EventLine } from './eventLine.ts'
import { EXPORT_FORMATS, type ExportName } from './exportText.ts'

/** The events that a filter shows. */
export interface SeenEvents {
  readonly lines: readonly EventLine[]
  /** Makes a file of those with these ids. */
  readonly textOf: (ids: ReadonlySet<string>, name: ExportName) => string
}

interface ExportMenuProps {
  /** Absent without a filter. */
  readonly seen: SeenEvents | undefined
}

const NAMES: Readonly<Record<ExportName, string>> = { ndjson: 'NDJSON', csv: 'CSV' }
const FORMATS = Object.keys(NAMES) as readonly ExportName[]

/** Exports events as a file: all that are stored, or those that the filter shows. */
export function ExportMenu({ seen }: ExportMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label="Export">
          <ActionIcon variant="subtle" color="gray" aria-label="Export events">
            <DownloadIcon size={15} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {seen !== undefined && <WhatISee {...seen} />}
        <Menu.Label>Export all that are stored</Menu.Label>
        {FORMATS.map((name) => (
          <Menu.Item
            component="a"
            href={`/console/events.${name}`}
            download
            aria-label={`Export all that are stored: ${NAMES[name]}`}
            key={name}
          >
            {NAMES[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function WhatISee({ lines, textOf }: SeenEvents) {
  const whole = lines.filter(({ isWhole }) => isWhole)
  const left = lines.length - whole.length
  const title = `Export what I see (${whole.length.toLocaleString('en')})`
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {FORMATS.map((name) => (
        <Menu.Item
          disabled={whole.length === 0}
          onClick={() => download(name, textOf(new Set(whole.map(({ id }) => id)), name))}
          aria-label={`${title}: ${NAMES[name]}`}
          key={name}
        >
          {NAMES[name]}
        </Menu.Item>
      ))}
      {left > 0 && <Menu.Label>Without {countText(left, 'event')} whose content is not known here</Menu.Label>}
      <Menu.Divider />
    </>
  )
}

function download(name: ExportName, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: EXPORT_FORMATS[name].type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: `events.${name}` })
  link.click()
  // The browser has begun to read it then.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
