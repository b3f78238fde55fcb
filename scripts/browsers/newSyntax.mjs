import { readFileSync } from 'node:fs'
import { transformWithOxc } from 'vite'

/**
 * Built modules whose syntax, regular expressions included, these browsers do not know: a compiler that is asked to write for them
 * would write the module differently.
 *
 * @param {readonly string[]} modules
 * @param {import('./oldestVersions.mjs').Versions} versions
 * @returns {Promise<string[]>} findings
 */
export async function newSyntax(modules, versions) {
  const pairs = modules.flatMap((path) =>
    Object.entries(versions).map(([browser, version]) => ({ path, browser, version })),
  )
  const findings = pairs.map(async ({ path, browser, version }) => {
    const [asIs = [], lines = []] = await Promise.all(
      ['esnext', `${browser.toLowerCase()}${version}`].map(async (target) => {
        const compiled = await transformWithOxc(readFileSync(path, 'utf8'), path, { lang: 'js', target })
        return compiled.code.split('\n')
      }),
    )
    const line = asIs.find((one, index) => one !== lines[index])
    return line === undefined ? [] : [`${path}  ${browser} ${version} does not know the syntax of: ${line.trim()}`]
  })
  return (await Promise.all(findings)).flat()
}
