import { BROWSERS, compareVersions, latest, oldestVersions } from './oldestVersions.mjs'

/**
 * @typedef {import('./touchedApis.mjs').Touch} Touch
 * @typedef {import('./usedIfThere.mjs').UsedIfThere} UsedIfThere
 * @typedef {import('./oldestVersions.mjs').Versions} Versions
 * @typedef {import('./oldestVersions.mjs').Row} Row
 *
 * @typedef {object} Judged
 * @property {Versions} oldest
 * @property {Record<string, string[]>} deciding by browser, the required APIs that no older version has
 * @property {{ entry: UsedIfThere, versions: Versions }[]} optional
 * @property {string[]} findings
 */

/**
 * Divides what is touched into required and used if there, and finds the oldest browsers that have all that is required.
 *
 * @param {readonly Touch[]} touches
 * @param {{
 *   rowOf: (touch: Touch) => Row | undefined,
 *   usedIfThere: readonly UsedIfThere[],
 *   titlesOf: (file: string) => ReadonlySet<string> | undefined,
 * }} ground
 * @returns {Judged}
 */
export function judgeApis(touches, { rowOf, usedIfThere, titlesOf }) {
  /** @type {string[]} */
  const findings = []
  const optionalNames = new Set(usedIfThere.flatMap(({ apis }) => apis))
  const byName = new Map(touches.map((touch) => [touch.name, touch]))

  const required = touches.flatMap((touch) => {
    if (optionalNames.has(touch.name)) return []
    const row = rowOf(touch)
    if (!row) findings.push(`${touch.place}  ${touch.name} has no row in the compatibility tables.`)
    const versions = row && oldestVersions(row)
    for (const browser of Object.keys(BROWSERS))
      if (versions && !versions[browser])
        findings.push(`${touch.place}  ${touch.name} is required, and no version of ${browser} has it.`)
    return versions ? [{ name: touch.name, versions }] : []
  })

  const optional = usedIfThere.map((entry) => {
    const rows = entry.apis.flatMap((name) => {
      const touch = byName.get(name)
      if (!touch) findings.push(`usedIfThere names ${name}, which the bundle does not touch.`)
      return (touch && rowOf(touch)) ?? []
    })
    if (!titlesOf(entry.test.file)?.has(entry.test.title))
      findings.push(`usedIfThere: ${entry.test.file} has no test “${entry.test.title}”.`)
    return { entry, versions: newestOf(rows.map(oldestVersions)) }
  })

  const oldest = newestOf(required.map(({ versions }) => versions))
  const deciding = Object.fromEntries(
    Object.keys(BROWSERS).map((browser) => [
      browser,
      required
        .filter(({ versions }) => compareVersions(versions[browser] ?? '0', oldest[browser] ?? '0') === 0)
        .map(({ name }) => name),
    ]),
  )
  return { oldest, deciding, optional, findings }
}

/** @param {readonly Versions[]} all @returns {Versions} */
function newestOf(all) {
  return Object.fromEntries(
    Object.keys(BROWSERS).map((browser) => [browser, latest(all.map((versions) => versions[browser]))]),
  )
}
