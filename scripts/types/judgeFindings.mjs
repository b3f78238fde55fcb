/** @typedef {import('./compileApplications.mjs').Finding} Finding */

const MARK = '// wrong'

/**
 * Compares what a compiler found with what it should have found: each line of `wrong.ts` that ends with `// wrong`, and nothing
 * else.
 *
 * @param {readonly Finding[]} findings
 * @param {Readonly<Record<string, string>>} mistakes the text of each application's `wrong.ts`
 * @returns {string[]} a sentence for each difference
 */
export function judgeFindings(findings, mistakes) {
  const marked = Object.entries(mistakes).flatMap(([application, text]) =>
    text.split('\n').flatMap((line, index) => (line.endsWith(MARK) ? [`${application}/wrong.ts:${index + 1}`] : [])),
  )
  const unmarked = Object.keys(mistakes).filter((application) => !mistakes[application]?.includes(MARK))
  const found = new Set(findings.map(placeOf))
  return [
    ...unmarked.map((application) => `${application}/wrong.ts marks no line with "${MARK}"`),
    ...marked.filter((place) => !found.has(place)).map((place) => `${place} compiles, and should not`),
    ...findings
      .filter((finding) => !marked.includes(placeOf(finding)))
      .map((finding) => `${placeOf(finding)} should compile: ${finding.code} ${finding.message}`),
  ]
}

/** @param {Finding} finding */
function placeOf({ application, file, line }) {
  return `${application}/${file}:${line}`
}
