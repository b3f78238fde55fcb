import { Node, SyntaxKind } from 'ts-morph'
import { quoted } from '../text/quoted.ts'
import { usesOf } from './draft.ts'
import type { KnownFlag } from './flagNames.ts'

/** What a reader of the flag gets while its value is unknown. */
export interface Fallback {
  /** An expression, with a comment if it is a guess. */
  readonly text: string
  readonly isGuess: boolean
}

type Kind = 'boolean' | 'string' | 'number' | 'unknown'

const guess = (text: string): Fallback => ({ text: `${text} /* check this default */`, isGuess: true })
const sure = (text: string): Fallback => ({ text, isGuess: false })

/** Finds the fallback of a flag: in the code that reads it, in flags.json, or from how the code uses the value. */
export function fallbackOf(reads: readonly Node[], flag: KnownFlag | undefined): Fallback {
  for (const read of reads) {
    const literal = defaultBeside(read)
    if (literal) return sure(literal.getText())
  }
  if (flag && flag.default !== undefined)
    return sure(typeof flag.default === 'string' ? quoted(flag.default) : JSON.stringify(flag.default))
  const kinds = new Set(reads.flatMap(kindsOf))
  if (kinds.has('string')) return guess("''")
  if (kinds.has('number')) return guess('0')
  // A value that is only tested for truthiness may have any type, and false is right for all of them.
  return kinds.has('boolean') && kinds.size === 1 ? sure('false') : guess('false')
}

/** The literal of `flag ?? 20`, and of `chosen ?? flag ?? 20`. */
function defaultBeside(node: Node): Node | undefined {
  const parent = node.getParent()
  if (Node.isParenthesizedExpression(parent)) return defaultBeside(parent)
  if (!Node.isBinaryExpression(parent) || !['??', '||'].includes(parent.getOperatorToken().getText())) return undefined
  if (parent.getLeft() !== node) return defaultBeside(parent)
  return isLiteral(parent.getRight()) ? parent.getRight() : undefined
}

function isLiteral(node: Node): boolean {
  return (
    Node.isStringLiteral(node) ||
    Node.isNumericLiteral(node) ||
    Node.isNoSubstitutionTemplateLiteral(node) ||
    [SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword].includes(node.getKind()) ||
    ((Node.isArrayLiteralExpression(node) || Node.isObjectLiteralExpression(node)) &&
      node.getDescendantsOfKind(SyntaxKind.Identifier).every((one) => Node.isPropertyAssignment(one.getParent())))
  )
}

/** The types that the surrounding code expects, or that code around a variable with the value expects. */
function kindsOf(read: Node): Kind[] {
  const whole = wholeOf(read)
  const parent = whole.getParent()
  const name =
    Node.isVariableDeclaration(parent) && parent.getInitializer() === whole ? parent.getNameNode() : undefined
  return Node.isIdentifier(name) ? usesOf(name).filter(isUsed).map(kindOf) : [read].filter(isUsed).map(kindOf)
}

/** The `isOpen && value` that has this value. */
function wholeOf(value: Node): Node {
  const parent = value.getParent()
  const isRight = Node.isBinaryExpression(parent) && parent.getRight() === value
  return isRight && ['&&', '||'].includes(parent.getOperatorToken().getText()) ? wholeOf(parent) : value
}

/** Whether the value is used here, and not only named among the dependencies of a hook. */
function isUsed(read: Node): boolean {
  const list = read.getParentIfKind(SyntaxKind.ArrayLiteralExpression)
  const call = list?.getParentIfKind(SyntaxKind.CallExpression)
  return call === undefined || call.getArguments().length < 2 || call.getArguments().at(-1) !== list
}

function kindOf(read: Node): Kind {
  const parent = read.getParent()
  if (Node.isParenthesizedExpression(parent)) return kindOf(parent)
  if (Node.isBinaryExpression(parent)) {
    const operator = parent.getOperatorToken().getText()
    if (/^[!=]==?$/.test(operator))
      return kindOfLiteral(parent.getLeft() === read ? parent.getRight() : parent.getLeft())
    if (/^[<>]=?$|^[-*/%]$/.test(operator)) return 'number'
    if (operator !== '&&' && operator !== '||') return 'unknown'
    return parent.getLeft() === read ? 'boolean' : kindOf(parent)
  }
  if (Node.isPrefixUnaryExpression(parent) && parent.getOperatorToken() === SyntaxKind.ExclamationToken)
    return 'boolean'
  if (Node.isIfStatement(parent) && parent.getExpression() === read) return 'boolean'
  if (Node.isConditionalExpression(parent) && parent.getCondition() === read) return 'boolean'
  if (Node.isSwitchStatement(parent)) {
    const [first] = parent.getDescendantsOfKind(SyntaxKind.CaseClause)
    return first ? kindOfLiteral(first.getExpression()) : 'unknown'
  }
  return Node.isTemplateSpan(parent) || isRendered(parent) ? 'string' : 'unknown'
}

/** `<p>{value}</p>` */
const isRendered = (node: Node | undefined) => Node.isJsxExpression(node) && Node.isJsxElement(node.getParent())

function kindOfLiteral(node: Node): Kind {
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) return 'string'
  if (Node.isNumericLiteral(node)) return 'number'
  return [SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword].includes(node.getKind()) ? 'boolean' : 'unknown'
}
