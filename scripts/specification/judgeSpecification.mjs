import { posix } from 'node:path'

/** The first cell of the head of each table. */
const HEAD = /^\| (id|---) \|/
const ID = /^\d+(\.\d+)?-\d+$/
const REASON = /^\*(Differs|Does not apply), for this reason:\* \S/
/** A link to the file, and the title as code: between two backticks on each side when it has one itself. */
const TEST = /^\[[^\]]+\]\(([^)\s]+)\) (`{1,2})(.+?)\2$/
const NO_TEST = '*No test yet*'

/**
 * What is wrong with the page that lists the sentences of the specification with their tests. The page has to state how many rows have no test, so
 * that a larger number is a change of the page's text.
 *
 * @param {string} page path from the root
 * @param {string} text
 * @param {(path: string) => ReadonlySet<string> | undefined} titlesOf the titles of a test file, whose path is from the root; undefined when there is none
 * @returns {{ findings: string[], count: string }} `count` is the sentence that the page has to state
 */
export function judgeSpecification(page, text, titlesOf) {
  /** @type {Set<string>} */
  const ids = new Set()
  const rows = rowsIn(text)
  const wrong = rows.flatMap(({ line, number }) => judgeRow(line).map((sentence) => `${page}:${number}  ${sentence}`))
  const without = rows.filter(({ line }) => cellsOf(line)[2] === NO_TEST).length
  const count = `Of ${rows.length} rows, ${without} ${without === 1 ? 'has' : 'have'} no test yet.`
  const findings = text.includes(count) ? wrong : [...wrong, `${page}  The page has to state: "${count}"`]
  return { findings, count }

  /** @param {string} line @returns {string[]} */
  function judgeRow(line) {
    const [id = '', sentence, held, ...more] = cellsOf(line)
    if (!ID.test(id) || !sentence || held === undefined || more.length > 0) {
      return [`A row is | id | sentence | held by |, with an id such as 3.2-4. This one is: ${line}`]
    }
    const problems = ids.has(id) ? ['another row has this id.'] : []
    ids.add(id)
    if (!held) problems.push(`name a test or a reason, or write ${NO_TEST}.`)
    else if (held !== NO_TEST) problems.push(...held.split('<br>').flatMap(judgePart))
    return problems.map((problem) => `${id}: ${problem}`)
  }

  /** @param {string} part @returns {string[]} */
  function judgePart(part) {
    if (REASON.test(part)) return []
    const [, target = '', , title = ''] = TEST.exec(part) ?? []
    if (!target)
      return [`"${part}" is neither a test nor a reason. A test is a link to its file and its title in backticks.`]
    const path = posix.join(posix.dirname(page), target)
    const titles = titlesOf(path)
    if (!titles) return [`there is no test file ${path}.`]
    return titles.has(title.trim()) ? [] : [`${path} has no test with the title "${title.trim()}".`]
  }
}

/** @param {string} text */
function rowsIn(text) {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }))
  return lines.filter(({ line }) => line.startsWith('|') && !HEAD.test(line))
}

/** Cells without the space around them; a vertical bar within one is written with a backslash. @param {string} line */
function cellsOf(line) {
  const cells = line
    .trim()
    .split(/(?<!\\)\|/)
    .slice(1, -1)
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}
