import ts from 'typescript'

/** Lines of a source file; tests may be longer. */
const MOST_LINES = 220

/**
 * The rules of the house that neither the compiler nor the linter can be asked to keep.
 *
 * @param {string} path from the root
 * @param {string} text
 * @returns {string[]}
 */
export function judgeFile(path, text) {
  const lines = text.trimEnd().split('\n').length
  const long = lines > MOST_LINES ? [`${path}  ${lines} lines, ${MOST_LINES} at most: one file, one idea.`] : []
  if (!path.startsWith('packages/telltale/src/')) return long
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return [...long, ...classesIn(file).map((line) => `${path}:${line}  A class that is no Error: use a function.`)]
}

/** Lines of classes that do not extend an Error. @param {ts.SourceFile} file */
function classesIn(file) {
  /** @type {number[]} */
  const lines = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isClassLike(node) && !extendsError(node))
      lines.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return lines
}

/** @param {ts.ClassLikeDeclaration} node */
function extendsError({ heritageClauses }) {
  return Boolean(
    heritageClauses?.some(
      ({ token, types }) =>
        token === ts.SyntaxKind.ExtendsKeyword &&
        types.some(({ expression }) => expression.getText().endsWith('Error')),
    ),
  )
}
