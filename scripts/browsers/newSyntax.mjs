import { readFileSync } from 'node:fs'
import { transformWithOxc } from 'vite'

/** What the compiler calls the browsers. */
const TARGETS = /** @type {Record<string, string>} */ ({
  Chrome: 'chrome',
  Edge: 'edge',
  Firefox: 'firefox',
  Safari: 'safari',
})

/**
 * Built modules whose syntax, regular expressions included, these browsers do not know: a compiler that is asked to write for them
 * would write the module differently.
 *
 * @param {readonly string[]} modules
 * @param {import('./oldestVersions.mjs').Versions} versions
 * @returns {Promise<string[]>} findings
 */
export async function newSyntax(modules, versions) {
  const targets = Object.entries(versions).flatMap(([browser, version]) =>
    version ? [{ browser: `${browser} ${version}`, target: `${TARGETS[browser]}${version}` }] : [],
  )
  const findings = modules.map(async (path) => {
    const text = readFileSync(path, 'utf8')
    const asIs = await compile(path, text, 'esnext')
    const differing = await Promise.all(
      targets.map(async ({ browser, target }) => {
        const lines = (await compile(path, text, target)).split('\n')
        const line = asIs.split('\n').find((one, index) => one !== lines[index])
        return line === undefined ? [] : [`${path}  ${browser} does not know the syntax of: ${line.trim()}`]
      }),
    )
    return differing.flat()
  })
  return (await Promise.all(findings)).flat()
}

/** @param {string} path @param {string} text @param {string} target */
async function compile(path, text, target) {
  return (await transformWithOxc(text, path, { lang: 'js', sourceType: 'module', target })).code
}
