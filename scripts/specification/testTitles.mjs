import ts from 'typescript'

/** Functions that declare a test. */
const DECLARES_TEST = new Set(['it', 'test'])

/** What may follow their names where the test runs. */
const MODIFIERS = new Set(['each', 'concurrent', 'sequential'])

/**
 * The titles of the tests that a file declares, as its source text has them: placeholders of a table stay placeholders. When the whole title is
 * `%s`, the titles are the first texts of the table's rows. Tests that are skipped, and groups of tests, are left out.
 *
 * @param {string} path decides how the text is parsed: `.ts`, `.tsx`, `.mjs`, `.jsx`
 * @param {string} text
 * @returns {Set<string>}
 */
export function testTitles(path, text) {
  /** @type {Set<string>} */
  const titles = new Set()
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      if (namesIn(node.expression).includes('skip')) return
      for (const title of titlesOf(node)) titles.add(title)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return titles
}

/** @param {ts.CallExpression} call @returns {string[]} */
function titlesOf({ expression, arguments: [first] }) {
  const title = textOf(first)
  // it.each(table)(title, …) is a call of a call.
  const table = ts.isCallExpression(expression) ? expression : undefined
  const [name = '', ...modifiers] = namesIn(table ? table.expression : expression)
  if (title === undefined || !DECLARES_TEST.has(name) || !modifiers.every((modifier) => MODIFIERS.has(modifier)))
    return []
  return table && title === '%s' ? firstTextsOf(table.arguments[0]) : [title]
}

/** The names in `test.describe.each`, in order; nothing when it is not such a chain. @param {ts.Expression} expression @returns {string[]} */
function namesIn(expression) {
  if (ts.isIdentifier(expression)) return [expression.text]
  return ts.isPropertyAccessExpression(expression) ? [...namesIn(expression.expression), expression.name.text] : []
}

/** @param {ts.Expression | undefined} table @returns {string[]} */
function firstTextsOf(table) {
  if (!table) return []
  const bare = ts.isAsExpression(table) ? table.expression : table
  if (!ts.isArrayLiteralExpression(bare)) return []
  return bare.elements.flatMap((row) => textOf(ts.isArrayLiteralExpression(row) ? row.elements[0] : row) ?? [])
}

/** The text between the quotes; a template's is that of its source. @param {ts.Expression | undefined} node */
function textOf(node) {
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? sourceOf(node) : undefined
}

/** @param {ts.TemplateExpression} template */
function sourceOf({ head, templateSpans }) {
  const rest = templateSpans.map(({ expression, literal }) => `\${${expression.getText()}}${literal.text}`)
  return head.text + rest.join('')
}
