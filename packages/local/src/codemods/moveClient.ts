import { Node, SyntaxKind, type CallExpression, type Identifier, type VariableDeclaration } from 'ts-morph'
import { usesOf, type Draft } from './draft.ts'
import { fallbackOf } from './fallbackOf.ts'
import type { KnownFlag } from './flagNames.ts'
import { withoutAssertions } from './withoutAssertions.ts'

/** What replaces the methods of LaunchDarkly's client. */
const METHODS: Readonly<Record<string, string>> = {
  track: 'flags.track',
  variation: 'flags.variation',
  variationDetail: 'flags.variationDetail',
  allFlags: 'flags.allFlags',
}

/** Methods that a component reads while it renders: only a hook renders it again after a change. */
const READS: Readonly<Record<string, string>> = {
  variation: 'useFlag(key, default)',
  variationDetail: 'useFlagDetail(key, default)',
  allFlags: 'useFlags(keys)',
}

const REASONS: Readonly<Record<string, string>> = {
  identify:
    'The layer identifies the user from the session: see identity in the settings of createTelltale, or telltale.identify.',
  on: 'Use telltale.flags.watch(key, listener) for a change of a flag.',
  off: 'Call the function that telltale.flags.watch returns.',
  getContext: 'The layer creates the context: telltale.identity.current.get() returns the current user.',
  waitForInitialization: 'Use useReady() or useReadySuspense().',
  waitUntilReady: 'Use useReady() or useReadySuspense().',
  flush: 'Not needed: pending events are sent when the page is hidden.',
  close: 'Not needed: the layer ends with the page.',
}

/** Moves one `const client = useLDClient()`. Returns whether it was moved. */
export function moveClient(use: Identifier, draft: Draft, flags: readonly KnownFlag[]): boolean {
  const call = use.getParent()
  const declaration = call && withoutAssertions(call).getParent()
  const name = Node.isVariableDeclaration(declaration) ? declaration.getNameNode() : undefined
  if (!Node.isCallExpression(call) || !Node.isVariableDeclaration(declaration) || !Node.isIdentifier(name)) {
    draft.leave(use, 'Only const client = useLDClient() is moved. Use useTelltale().')
    return false
  }
  const uses = usesOf(name)
  const problems = uses.flatMap((one) => problemOf(one, declaration))
  for (const { node, reason } of problems) draft.leave(node, reason)
  if (problems.length > 0) return false

  const reads = new Map(uses.flatMap((one) => [...hookReadOf(one, declaration)].map((read) => [one, read] as const)))
  for (const read of reads.values()) moveRead(read, draft, flags)
  const others = uses.filter((one) => !reads.has(one))
  const statement = declaration.getVariableStatement()
  if (reads.size > 0 && others.length === 0 && statement?.getDeclarations().length === 1) {
    draft.removeStatement(statement)
    return true
  }

  const local = isFree('telltale', use, declaration) ? 'telltale' : name.getText()
  draft.replace(name, local)
  draft.replace(withoutAssertions(call), 'useTelltale()')
  draft.addImport(use.getSourceFile(), 'telltale/react', 'useTelltale')
  for (const one of others) {
    const access = withoutAssertions(one).getParent()
    if (Node.isPropertyAccessExpression(access)) draft.replace(access, `${local}.${METHODS[access.getName()]}`)
    else if (Node.isShorthandPropertyAssignment(access)) draft.replace(one, `${name.getText()}: ${local}`)
    else draft.replace(one, local)
  }
  return true
}

/** `client.variation('key', default)` in the function that has the client, and not in a callback: a hook replaces it. */
function hookReadOf(use: Identifier, declaration: VariableDeclaration): CallExpression[] {
  const call = withoutAssertions(use).getParent()?.getParent()
  const isRead = methodOf(use) === 'variation' && isInRender(use, declaration)
  return isRead && Node.isCallExpression(call) ? [call] : []
}

function moveRead(call: CallExpression, draft: Draft, flags: readonly KnownFlag[]): void {
  const [key, given] = call.getArguments()
  const name = Node.isStringLiteral(key) ? key.getLiteralText() : undefined
  const flag = flags.find((one) => one.key === name)
  const fallback = given ? { text: given.getText(), isGuess: false } : fallbackOf([call], flag)
  if (fallback.isGuess) draft.leave(call, `The default of '${name}' is a guess. Check it.`)
  draft.replace(call, `useFlag(${key?.getText() ?? ''}, ${fallback.text})`)
  draft.addImport(call.getSourceFile(), 'telltale/react', 'useFlag')
}

function methodOf(use: Identifier): string | undefined {
  const access = withoutAssertions(use).getParent()
  return Node.isPropertyAccessExpression(access) ? access.getName() : undefined
}

/** Whether this runs with the function that has the client, and not later in a callback. */
function isInRender(use: Identifier, declaration: VariableDeclaration): boolean {
  return functionAround(use) === functionAround(declaration)
}

const functionAround = (node: Node) => node.getFirstAncestor((one) => Node.isFunctionLikeDeclaration(one))

/** Whether it may not run in each call of the function around it, so that no hook may take its place. */
function isConditional(node: Node): boolean {
  const around = functionAround(node)
  const isAfterReturn = around
    ?.getDescendantsOfKind(SyntaxKind.ReturnStatement)
    .some((one) => functionAround(one) === around && one.getEnd() <= node.getStart())
  if (isAfterReturn) return true
  let [child, parent] = [node, node.getParent()]
  while (parent !== undefined && parent !== around) {
    if (isSkipping(parent, child)) return true
    ;[child, parent] = [parent, parent.getParent()]
  }
  return false
}

function isSkipping(parent: Node, child: Node): boolean {
  if (Node.isIfStatement(parent) || Node.isConditionalExpression(parent))
    return (Node.isIfStatement(parent) ? parent.getExpression() : parent.getCondition()) !== child
  if (Node.isBinaryExpression(parent))
    return ['&&', '||', '??'].includes(parent.getOperatorToken().getText()) && parent.getRight() === child
  return Node.isIterationStatement(parent) || Node.isCaseClause(parent) || Node.isTryStatement(parent)
}

/** Whether the new name is free in the file and the block has only one client that would get it. */
function isFree(name: string, hook: Identifier, declaration: VariableDeclaration): boolean {
  const named = (node: Node | undefined, text: string) =>
    node?.getDescendantsOfKind(SyntaxKind.Identifier).filter((one) => one.getText() === text) ?? []
  const block = declaration.getVariableStatement()?.getParent()
  return named(hook.getSourceFile(), name).length === 0 && named(block, hook.getText()).length === 1
}

/** Why a use of the client cannot be moved. Checks whether the client exists and dependencies of hooks stay as they are. */
function problemOf(
  use: Identifier,
  declaration: VariableDeclaration,
): { readonly node: Node; readonly reason: string }[] {
  const parent = withoutAssertions(use).getParent()
  if (!Node.isPropertyAccessExpression(parent)) {
    const isTest =
      Node.isIfStatement(parent) ||
      Node.isArrayLiteralExpression(parent) ||
      Node.isPrefixUnaryExpression(parent) ||
      (Node.isBinaryExpression(parent) && parent.getOperatorToken().getText() === '&&')
    return isTest ? [] : [{ node: use, reason: 'The client is passed on here. Use useTelltale() there.' }]
  }
  const method = parent.getName()
  const call = parent.getParent()
  if (METHODS[method] === undefined || !Node.isCallExpression(call))
    return [{ node: parent, reason: REASONS[method] ?? `Telltale has no ${method}.` }]
  const read = READS[method]
  if (read !== undefined && isInRender(use, declaration)) {
    if (method !== 'variation')
      return [{ node: parent, reason: `Use ${read}, so that a change of a flag renders the component again.` }]
    if (isConditional(call))
      return [{ node: parent, reason: `Call ${read} before the condition: hooks must run in each render.` }]
  }
  return []
}
