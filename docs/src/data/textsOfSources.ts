import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const sources = join(import.meta.dirname, '../../../packages/telltale/src')

/** Two words, or a code of the page of messages. */
const IS_SENTENCE = /[A-Za-z,)]+ [a-zA-Z$"…]|\(T\d+\)/

/** All texts of the library that may be messages, as `textsIn` writes them. The panel of the inspector is a screen, with words of its own. */
export function textsOfSources(): string[] {
  const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !/\.(test|suite)\.|^(testing|testkit|inspector\/panel)\/|^inspector\/createFrame/.test(
        path.replaceAll('\\', '/'),
      ),
  )
  return textsIn(Object.fromEntries(paths.map((path) => [path, readFileSync(join(sources, path), 'utf8')])))
}

/** The sentences of these files, with `…` for what varies. A constant that a sentence contains is written out there. */
export function textsIn(files: Readonly<Record<string, string>>): string[] {
  const trees = Object.entries(files).map(([path, code]) => {
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    return ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind)
  })
  const exported = new Map(trees.flatMap((tree) => constantsIn(tree).filter(([, text]) => isExported(text))))
  const writtenOut = new Set<ts.Node>()
  const texts = trees.flatMap((tree) => {
    const constants = new Map([...exported, ...constantsIn(tree)])
    const written = (part: ts.Node): string => {
      const constant = ts.isIdentifier(part) ? constants.get(part.text) : undefined
      if (constant) writtenOut.add(constant)
      return (constant && textOf(constant, written)) ?? '…'
    }
    return nodesIn(tree).flatMap((node) => (isCode(node) ? [] : [{ node, text: textOf(node, written) ?? '' }]))
  })
  return texts.flatMap(({ node, text }) => {
    const mayBeMessage = IS_SENTENCE.test(text) || (text && isThrown(node))
    return mayBeMessage && !writtenOut.has(node) ? [text] : []
  })
}

/** The text of a literal; `undefined` if the node is something else. `written` returns the text of an expression within it. */
function textOf(node: ts.Node, written: (part: ts.Node) => string): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  const spans = node.templateSpans.map(({ expression, literal }) => `${written(expression)}${literal.text}`)
  return `${node.head.text}${spans.join('')}`.replace(/…+/g, '…')
}

/** The constants of a file whose value is a text, by name. A name that has two meanings is left out. */
function constantsIn(tree: ts.Node): [name: string, text: ts.Node][] {
  const declared = nodesIn(tree).filter(ts.isVariableDeclaration)
  return declared.flatMap(({ name, initializer }): [string, ts.Node][] => {
    const isOnly = declared.filter((other) => other.name.getText() === name.getText()).length === 1
    return isOnly && initializer && textOf(initializer, () => '…') !== undefined ? [[name.getText(), initializer]] : []
  })
}

function isExported(constant: ts.Node): boolean {
  const statement = constant.parent.parent.parent
  return ts.isVariableStatement(statement) && ts.getModifiers(statement)?.[0]?.kind === ts.SyntaxKind.ExportKeyword
}

const isThrown = ({ parent }: ts.Node) =>
  parent && ts.isNewExpression(parent) && parent.expression.getText().endsWith('Error')

const isCode = ({ parent }: ts.Node) => !parent || ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent)

function nodesIn(node: ts.Node): ts.Node[] {
  const inner: ts.Node[] = []
  ts.forEachChild(node, (child) => void inner.push(...nodesIn(child)))
  return [node, ...inner]
}
