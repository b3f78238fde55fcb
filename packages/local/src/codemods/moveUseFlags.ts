import {
  Node,
  SyntaxKind,
  type BindingElement,
  type CallExpression,
  type Identifier,
  type ObjectBindingPattern,
  type VariableStatement,
} from 'ts-morph'
import { quoted } from '../text/quoted.ts'
import { usesOf, type Draft } from './draft.ts'
import { withoutAssertions } from './withoutAssertions.ts'
import { fallbackOf } from './fallbackOf.ts'
import { camelCase, keyOf, type KnownFlag } from './flagNames.ts'

const MODULE = 'telltale/react'

/** A flag that a component reads: its name there, and the expressions that read it. */
interface Read {
  readonly property: string
  readonly isKey: boolean
  readonly local: string
  readonly reads: Node[]
  /** The default of a destructured flag. */
  readonly initial?: string
}

export interface FlagsCalls {
  readonly draft: Draft
  readonly flags: readonly KnownFlag[]
  /** Whether the SDK is configured not to change the keys. */
  readonly areKeysKept: boolean
}

/** Moves one use of `useFlags`. Returns whether it was moved. */
export function moveUseFlags(use: Identifier, calls: FlagsCalls): boolean {
  const call = use.getParent()
  if (!Node.isCallExpression(call) || call.getExpression() !== use)
    return leave(use, 'useFlags is passed on as a value. Call useFlag(key, default) where the flag is read.', calls)
  const inline = call.getParent()
  if (inline && isRead(inline, call)) return moveInline(inline, call, calls)
  const parent = withoutAssertions(call).getParent()
  const statement = Node.isVariableDeclaration(parent) ? parent.getVariableStatement() : undefined
  if (!Node.isVariableDeclaration(parent) || statement === undefined || statement.getDeclarations().length > 1)
    return leave(
      call,
      'Only a variable or a destructuring of useFlags() is moved. Call useFlag(key, default) for each flag.',
      calls,
    )
  const name = parent.getNameNode()
  if (Node.isIdentifier(name)) return moveObject(name, statement, calls)
  if (Node.isObjectBindingPattern(name)) {
    const reads = readsOf(name)
    if (typeof reads === 'string') return leave(call, reads, calls)
    return moveTo(statement, reads, calls)
  }
  return leave(call, 'useFlags() returns no list.', calls)
}

function leave(node: Node, reason: string, { draft }: FlagsCalls): false {
  draft.leave(node, reason)
  return false
}

/** `flags.newPricing`, or `flags['new-pricing']`. */
function isRead(node: Node | undefined, object: Node) {
  if (Node.isPropertyAccessExpression(node)) return node.getExpression() === object
  return (
    Node.isElementAccessExpression(node) &&
    node.getExpression() === object &&
    Node.isStringLiteral(node.getArgumentExpression())
  )
}

function propertyOf(node: Node): { readonly property: string; readonly isKey: boolean } {
  if (Node.isPropertyAccessExpression(node)) return { property: node.getName(), isKey: false }
  const argument = Node.isElementAccessExpression(node) ? node.getArgumentExpression() : undefined
  const property = Node.isStringLiteral(argument) ? argument.getLiteralText() : ''
  return { property, isKey: !/^[\p{L}_$][\p{L}\d_$]*$/u.test(property) }
}

function moveInline(node: Node, call: CallExpression, calls: FlagsCalls): true {
  const read = { ...propertyOf(node), local: '', reads: [node] }
  calls.draft.replace(node, hookCall(read, calls))
  calls.draft.addImport(call.getSourceFile(), MODULE, 'useFlag')
  return true
}

/** `const flags = useFlags()`, and the reads of it. */
function moveObject(name: Identifier, statement: VariableStatement, calls: FlagsCalls): boolean {
  const reads = new Map<string, Read>()
  const replaced: { readonly node: Node; readonly local: string }[] = []
  const unpacked: VariableStatement[] = []
  const dependencies: { readonly use: Identifier; readonly call: CallExpression }[] = []
  for (const use of usesOf(name)) {
    const parent = use.getParent()
    const call = Node.isArrayLiteralExpression(parent) ? parent.getParent() : undefined
    if (Node.isCallExpression(call)) {
      dependencies.push({ use, call })
      continue
    }
    if (parent && isRead(parent, use)) {
      const { property, isKey } = propertyOf(parent)
      const read = reads.get(property) ?? { property, isKey, local: localName(property, name), reads: [] }
      reads.set(property, { ...read, reads: [...read.reads, parent] })
      replaced.push({ node: parent, local: read.local })
      continue
    }
    const pattern = Node.isVariableDeclaration(parent) ? parent.getNameNode() : undefined
    const declaration = Node.isVariableDeclaration(parent) ? parent.getVariableStatement() : undefined
    const isBeside = declaration?.getParent() === statement.getParent() && declaration?.getDeclarations().length === 1
    const found = Node.isObjectBindingPattern(pattern) && isBeside ? readsOf(pattern) : undefined
    if (declaration === undefined || found === undefined || typeof found === 'string')
      return leave(
        use,
        `${name.getText()} is used as a whole here, or with an unknown key. Call useFlag(key, default) for each flag.`,
        calls,
      )
    for (const read of found) reads.set(`${read.property} as ${read.local}`, read)
    unpacked.push(declaration)
  }
  for (const { node, local } of replaced) calls.draft.replace(node, local)
  // `useEffect(() => { … flags.newPricing … }, [flags])`
  for (const { use, call } of dependencies) {
    const inCall = [...reads.values()].filter((read) => read.reads.some((node) => node.getAncestors().includes(call)))
    calls.draft.replace(use, inCall.map(({ local }) => local).join(', '))
  }
  for (const one of unpacked) calls.draft.removeStatement(one)
  return moveTo(statement, [...reads.values()], calls)
}

/** A name for the flag that is free in the file. */
function localName(property: string, beside: Identifier): string {
  const name = /^[\p{L}_$][\p{L}\d_$]*$/u.test(property) ? property : camelCase(property)
  const isTaken = beside
    .getSourceFile()
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .some((one) => one.getText() === name && !isPropertyName(one))
  return isTaken ? `${name}Flag` : name
}

function isPropertyName(node: Identifier): boolean {
  const parent = node.getParent()
  if (Node.isPropertyAccessExpression(parent)) return parent.getNameNode() === node
  return (
    (Node.isPropertyAssignment(parent) || Node.isPropertySignature(parent) || Node.isJsxAttribute(parent)) &&
    parent.getNameNode() === node
  )
}

/** The flags that a destructuring reads, or a sentence that says why it cannot be moved. */
function readsOf(pattern: ObjectBindingPattern): Read[] | string {
  const reads: Read[] = []
  for (const element of pattern.getElements()) {
    const local = element.getNameNode()
    if (element.getDotDotDotToken())
      return 'A rest element has unknown flags. Call useFlag(key, default) for each flag.'
    const property = nameIn(element)
    if (!Node.isIdentifier(local) || property === undefined)
      return 'Only flags with literal names can be moved. Call useFlag(key, default) for each flag.'
    const initial = element.getInitializer()?.getText()
    reads.push({ ...property, local: local.getText(), reads: usesOf(local), ...(initial !== undefined && { initial }) })
  }
  return reads
}

function nameIn(element: BindingElement) {
  const name = element.getPropertyNameNode() ?? element.getNameNode()
  if (Node.isIdentifier(name)) return { property: name.getText(), isKey: false }
  if (Node.isStringLiteral(name)) return { property: name.getLiteralText(), isKey: name.getLiteralText().includes('-') }
  return undefined
}

/** Replaces a statement by one hook for each flag. */
function moveTo(statement: VariableStatement, reads: readonly Read[], calls: FlagsCalls): true {
  if (reads.length === 0) {
    calls.draft.removeStatement(statement)
    return true
  }
  const keyword = statement.getDeclarationKind()
  const semicolon = statement.getText().endsWith(';') ? ';' : ''
  const indent = ' '.repeat(statement.getStart() - statement.getStartLinePos())
  const lines = reads.map((read) => `${keyword} ${read.local} = ${hookCall(read, calls, statement)}${semicolon}`)
  calls.draft.replace(statement, lines.join(`\n${indent}`))
  calls.draft.addImport(statement.getSourceFile(), MODULE, 'useFlag')
  return true
}

function hookCall(read: Read, { draft, flags, areKeysKept }: FlagsCalls, at: Node | undefined = read.reads[0]): string {
  const { key, isCertain } =
    read.isKey || areKeysKept ? { key: read.property, isCertain: true } : keyOf(read.property, flags)
  const fallback =
    read.initial === undefined
      ? fallbackOf(
          read.reads,
          flags.find((flag) => flag.key === key),
        )
      : { text: read.initial, isGuess: false }
  if (at && !isCertain)
    draft.leave(
      at,
      `The key '${key}' is a guess: LaunchDarkly's SDK turns several keys into ${read.property}. Check it.`,
    )
  if (at && fallback.isGuess) draft.leave(at, `The default of '${key}' is a guess. Check it.`)
  return `useFlag(${quoted(key)}, ${fallback.text})`
}
