/** @typedef {import('./compileApplications.mjs').Finding} Finding */

/** At the end of a line that must not compile; behind the colon a part of what the compiler must say. */
const MARK = /\/\/ wrong(?:: (.*))?$/

/**
 * Compares what a compiler found with what it should have found: each line of `wrong.ts` that ends with `// wrong`, and nothing
 * else. A line that ends with `// wrong: is not assignable` must be reported with these words.
 *
 * @param {readonly Finding[]} findings
 * @param {Readonly<Record<string, string>>} mistakes the text of each application's `wrong.ts`
 * @returns {string[]} a sentence for each difference
 */
export function judgeFindings(findings, mistakes) {
  /** @type {Map<string, string>} what must be said of a place */
  const marked = new Map()
  /** @type {string[]} */
  const problems = []
  for (const [application, text] of Object.entries(mistakes)) {
    const before = marked.size
    for (const [index, line] of text.split('\n').entries()) {
      const mark = MARK.exec(line)
      if (mark) marked.set(`${application}/wrong.ts:${index + 1}`, mark[1] ?? '')
    }
    if (marked.size === before) problems.push(`${application}/wrong.ts marks no line with "// wrong"`)
  }
  const found = new Set(findings.map(placeOf))
  for (const place of marked.keys()) if (!found.has(place)) problems.push(`${place} compiles, and should not`)
  for (const finding of findings) {
    const place = placeOf(finding)
    const words = marked.get(place)
    const said = `${finding.code} ${finding.message}`
    if (words === undefined) problems.push(`${place} should compile: ${said}`)
    else if (!said.includes(words)) problems.push(`${place} should be reported with "${words}": ${said}`)
  }
  return problems
}

/** @param {Finding} finding */
function placeOf({ application, file, line }) {
  return `${application}/${file}:${line}`
}
