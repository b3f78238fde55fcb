import { copyFile, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { collectedEvents, type CollectedEvent } from './collectedEvents.ts'
import type { RentalDesk } from './rentalDesk.ts'

/** What a journey can observe and change on the services' side. */
export interface Services {
  readonly url: string
  /** The events of this journey that have arrived, in the order in which they were tracked. */
  events(name?: string): Promise<readonly CollectedEvent[]>
  /** Waits until this many of its events of this name have arrived. Returns the last one. */
  arrived(name: string, count?: number): Promise<CollectedEvent>
  /** Changes flags.json as a user with an editor would. */
  editFlags(edit: (flags: Record<string, EditableFlag>) => void): Promise<void>
}

export interface EditableFlag {
  on: boolean
}

const ORIGINAL = fileURLToPath(new URL('../../apps/rental-desk/telltale/flags.json', import.meta.url))
/** The values of the original flags for a user of Ironline. */
const ORIGINAL_VALUES = { 'new-pricing': true, 'quote-layout': 'compact', 'maintenance-banner': { visible: false } }
const SOMEBODY = { kind: 'user', key: 'e2e', company_id: 'ironline-rentals', email_address: 'e2e@ironline.example' }

/** The services at the start of a journey: with the original flags, and without earlier events. */
export async function openServices({ services: url, flagsFile }: RentalDesk): Promise<Services> {
  await copyFile(ORIGINAL, flagsFile)
  await expect.poll(() => flagValues(url), { message: 'the original flags are in force' }).toEqual(ORIGINAL_VALUES)
  const before = new Set((await collectedEvents(url)).map(({ id }) => id))
  // The exit requests of another journey's last page may still be on their way.
  const began = Date.now()

  const events = async (name?: string) =>
    (await collectedEvents(url))
      .filter((event) => !before.has(event.id) && event.at >= began && (name === undefined || event.name === name))
      .sort((one, other) => one.at - other.at)
  return {
    url,
    events,
    async arrived(name, count = 1) {
      await expect.poll(async () => (await events(name)).length, { message: `"${name}" arrives` }).toBe(count)
      const event = (await events(name))[count - 1]
      if (!event) throw new Error(`"${name}" was there and is gone.`)
      return event
    },
    async editFlags(edit) {
      const file = JSON.parse(await readFile(flagsFile, 'utf8'))
      edit(file.flags)
      // Editors write a new file beside the old one and rename it.
      await writeFile(`${flagsFile}.new`, JSON.stringify(file, null, 2))
      await rename(`${flagsFile}.new`, flagsFile)
    },
  }
}

/** The current flags, as the flag service returns them to a client. */
async function flagValues(services: string): Promise<Record<string, unknown>> {
  const context = Buffer.from(JSON.stringify(SOMEBODY)).toString('base64url')
  const response = await fetch(`${services}/sdk/evalx/rental-desk-local/contexts/${context}`)
  const flags: Record<string, { value: unknown }> = await response.json()
  return Object.fromEntries(Object.entries(flags).map(([key, { value }]) => [key, value]))
}
