import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../scripts/ensureInstalled.mjs'
import { printedScript } from './printedBlock.mjs'

/** @typedef {import('telltale/consent').ConsentReader} ConsentReader */

/**
 * A reader of a consent tool as the guide prints it.
 *
 * @param {string} name of its function, and of its file
 * @returns {Promise<(...options: unknown[]) => ConsentReader>}
 */
export const printedReader = async (name) =>
  (await printedModule('guides/writing-a-consent-reader.md', `src/${name}.ts`))[name]

/** What a file exports that a guide prints. @param {string} page @param {string} file */
export async function printedModule(page, file) {
  const folder = join(root, '.cache/consentReaders', `${basename(page)}-${basename(file)}-${process.pid}`)
  const path = join(folder, 'printed.mjs')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(path, printedScript(page, file))
    return await import(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a reader, and keeps what it tells. @param {ConsentReader} reader */
export function start(reader) {
  /** @type {unknown[]} */
  const told = []
  const stop = reader.start((choices) => void told.push(choices))
  return { told, stop }
}
