import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const FILE = 'third-party-licenses.txt'

/** What gets into the site without being a module of the bundler: scripts and styles within the HTML, the search, and the fonts. */
const PLACED = [
  'astro',
  '@astrojs/starlight',
  'astro-expressive-code',
  '@expressive-code/core',
  'pagefind',
  '@fontsource-variable/instrument-sans',
  '@fontsource-variable/jetbrains-mono',
]

/**
 * Writes the licences of the packages whose code is in the site. The bundler of Astro has no option for that, as the one of the console
 * has.
 *
 * @returns {import('astro').AstroIntegration}
 */
export function thirdPartyLicenses() {
  /** @type {Set<string>} */
  const folders = new Set()
  return {
    name: 'third-party-licenses',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'third-party-licenses',
                buildEnd() {
                  // Of what is rendered at the build, only the style sheets are in the site.
                  const isForBrowsers = this.environment.name === 'client'
                  const ids = [...this.getModuleIds()].filter((id) => isForBrowsers || /\.css\b/.test(id))
                  for (const folder of foldersOf(ids)) folders.add(folder)
                },
              },
            ],
          },
        })
      },
      'astro:build:done': async ({ dir, logger }) => {
        for (const name of PLACED) folders.add(folderOfPackage(name))
        const packages = [...folders].map(readPackage)
        await writeFile(join(fileURLToPath(dir), FILE), licensesText(packages))
        logger.info(`${FILE}: ${packages.length} packages`)
      },
    },
  }
}

/** @typedef {{ name: string, version: string, license: string, text: string }} Licensed */

/**
 * The folders of the packages that these modules are in. The repository's own packages are not in `node_modules`.
 *
 * @param {readonly string[]} ids
 */
export function foldersOf(ids) {
  const paths = ids
    .map((id) => id.replace(/^\0/, '').replace(/\?.*$/, ''))
    .filter((id) => id.includes('/node_modules/'))
  return new Set(paths.filter((path) => existsSync(path)).map((path) => folderAbove(dirname(path))))
}

/** A folder inside of a package may have a package.json without a name. @param {string} folder @returns {string} */
function folderAbove(folder) {
  return manifestOf(folder)?.name === undefined ? folderAbove(dirname(folder)) : folder
}

/** @param {string} folder @returns {{ name?: string, version?: string, license?: string } | undefined} */
function manifestOf(folder) {
  const path = join(folder, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** The folder of a package that Starlight needs, or one of those that it needs. @param {string} name */
function folderOfPackage(name) {
  const { resolve } = createRequire(import.meta.url)
  const paths = resolve.paths(name) ?? []
  const home = paths.find((path) => existsSync(join(path, name, 'package.json')))
  if (home === undefined) throw new Error(`The licence of ${name} cannot be found: it is not installed.`)
  return join(home, name)
}

/** @param {string} folder @returns {Licensed} */
function readPackage(folder) {
  const { name = '', version = '', license = '' } = manifestOf(folder) ?? {}
  return { name, version, license, text: noticesIn(folder).join('\n\n') }
}

/** The texts of a package: files, or a folder of them. @param {string} folder @returns {string[]} */
function noticesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries
    .filter(({ name }) => /^(licen[cs]es?|copying|notice)([-.]\w+)*$/i.test(name))
    .flatMap((one) => {
      const path = join(folder, one.name)
      return one.isDirectory() ? noticesIn(path) : [readFileSync(path, 'utf8').trim()]
    })
}

/**
 * Some packages have no file with their licence: their manifest names it.
 *
 * @param {readonly Licensed[]} packages
 */
export function licensesText(packages) {
  const sorted = [...packages].sort((a, b) => (a.name < b.name ? -1 : 1))
  const parts = sorted.map(({ name, version, license, text }) =>
    `## ${name} - ${version} (${license})\n\n${text}`.trimEnd(),
  )
  return `# Licences\n\nThis site contains code of the following packages.\n\n${parts.join('\n\n')}\n`
}
