import { copyFile, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { collectedEvents, type CollectedEvent } from './collectedEvents.ts'
import type { RentalDesk } from './rentalDesk.ts'

/** What a journey sees and changes behind the page's back. */
export interface Services {
  readonly url: string
  /** The events of this journey that have arrived, in the order in which they happened. */
  events(name?: string): Promise<readonly CollectedEvent[]>
  /** Waits until so many of its events of this name have arrived; answers the last of them. */
  arrived(name: string, count?: number): Promise<CollectedEvent>
  /** Changes flags.json as somebody with an editor would. */
  editFlags(edit: (flags: Record<string, EditableFlag>) => void): Promise<void>
}

export interface EditableFlag {
  on: boolean
}

const ORIGINAL = fileURLToPath(new URL('../../apps/rental-desk/telltale/flags.json', import.meta.url))
/** What the original flags are for somebody of Ironline. */
const ORIGINAL_VALUES = { 'new-pricing': true, 'quote-layout': 'compact', 'maintenance-banner': { visible: false } }
const SOMEBODY = { kind: 'user', key: 'e2e', company_id: 'ironline-rentals', email_address: 'e2e@ironline.example' }

/** The services as a journey begins: with the flags as they are delivered, and with what happened before out of sight. */
export async function openServices({ services: url, flagsFile }: RentalDesk): Promise<Services> {
  await copyFile(ORIGINAL, flagsFile)
  await expect.poll(() => flagValues(url), { message: 'the original flags are in force' }).toEqual(ORIGINAL_VALUES)
  const before = new Set((await collectedEvents(url)).map(({ id }) => id))
  // What the last page of another journey handed over at its end may still be on its way.
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
      // Editors write beside the file and move it into its place.
      await writeFile(`${flagsFile}.new`, JSON.stringify(file, null, 2))
      await rename(`${flagsFile}.new`, flagsFile)
    },
  }
}

/** The flags in force, as any client of the flag service would be told. */
async function flagValues(services: string): Promise<Record<string, unknown>> {
  const context = Buffer.from(JSON.stringify(SOMEBODY)).toString('base64url')
  const response = await fetch(`${services}/sdk/evalx/rental-desk-local/contexts/${context}`)
  const flags: Record<string, { value: unknown }> = await response.json()
  return Object.fromEntries(Object.entries(flags).map(([key, { value }]) => [key, value]))
}
