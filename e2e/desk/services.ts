import { copyFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { placeOfRun } from '../place.ts'
import { consoleHistory, type CollectedEvent } from './consoleHistory.ts'

/** What a journey sees and changes behind the page's back. */
export interface Services {
  readonly url: string
  /** The events that arrived since the journey began, in the order in which they happened. */
  events(name?: string): Promise<readonly CollectedEvent[]>
  /** Waits for the first event of this name since the journey began. */
  arrived(name: string, count?: number): Promise<CollectedEvent>
  /** How often, since the services were started, an event arrived that was there already. */
  arrivedAgain(): Promise<number>
  /** Changes flags.json as somebody with an editor would. */
  editFlags(edit: (flags: Record<string, EditableFlag>) => void): Promise<void>
}

export interface EditableFlag {
  on: boolean
  version: number
}

const ORIGINAL = fileURLToPath(new URL('../../apps/rental-desk/telltale/flags.json', import.meta.url))

/** The services as a journey begins: with the flags as they are delivered, and with what arrived before out of sight. */
export async function openServices(): Promise<Services> {
  const { servicesPort, folder } = await placeOfRun()
  const flagsFile = join(folder, 'flags.json')
  const url = `http://127.0.0.1:${servicesPort}`
  await restoreFlags(url, flagsFile)
  const before = new Set((await consoleHistory(url)).events.map(({ id }) => id))

  const events = async (name?: string) => {
    const { events: all } = await consoleHistory(url)
    return all
      .filter((event) => !before.has(event.id) && (name === undefined || event.name === name))
      .sort((one, other) => one.at - other.at)
  }
  return {
    url,
    events,
    async arrived(name, count = 1) {
      await expect.poll(async () => (await events(name)).length, { message: `"${name}" arrives` }).toBe(count)
      const event = (await events(name))[count - 1]
      if (!event) throw new Error(`"${name}" was there and is gone.`)
      return event
    },
    arrivedAgain: async () => (await consoleHistory(url)).totals.known,
    async editFlags(edit) {
      const file = JSON.parse(await readFile(flagsFile, 'utf8'))
      edit(file.flags)
      // Editors write beside the file and move it into its place.
      await writeFile(`${flagsFile}.new`, JSON.stringify(file, null, 2))
      await rename(`${flagsFile}.new`, flagsFile)
    },
  }
}

/** Puts the delivered flags back and waits until the services have taken them. */
async function restoreFlags(url: string, flagsFile: string): Promise<void> {
  await copyFile(ORIGINAL, flagsFile)
  const { flags } = JSON.parse(await readFile(ORIGINAL, 'utf8'))
  const wanted = Object.values<EditableFlag>(flags).map(({ on, version }) => ({ on, version }))
  await expect.poll(async () => (await consoleHistory(url)).flags).toMatchObject(wanted)
}
