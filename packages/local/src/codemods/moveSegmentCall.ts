import { Node, SyntaxKind, type CallExpression } from 'ts-morph'
import type { Draft } from './draft.ts'
import { textOf } from './globalClients.ts'
import { moveIdentify, movePage, moveReset, moveTrack, type MoveArguments } from './segmentArguments.ts'

const REASONS: Readonly<Record<string, string>> = {
  group: 'Pass the company with the user, and return it from identity.accounts.',
  alias: 'Not needed: Telltale has one identity for each user.',
  ready: 'Not needed: events wait until they can be delivered.',
  user: 'Use telltale.identity.current.get().',
  load: 'Replace it by a destination in the settings of createTelltale.',
  debug: 'Use consoleLink of telltale/console.',
  register: 'Replace the plugin by a destination or an observer of createTelltale.',
  addSourceMiddleware:
    'Replace the middleware by a step with process, in events.steps of createTelltale, before you deploy: moved calls go past the middleware.',
}

const MOVES: ReadonlyMap<string, MoveArguments> = new Map([
  ['track', moveTrack],
  ['identify', moveIdentify],
  ['page', movePage],
  ['reset', moveReset],
])

/** `guard`: the use is the test before a call, and goes with it. */
export type SegmentMove = 'moved' | 'left' | 'guard'

/** Moves one use of Segment's client. */
export function moveSegmentCall(use: Node, draft: Draft): SegmentMove {
  const client = wrapped(use)
  if (isGuard(client)) return 'guard'
  const access = client.getParent()
  const method = methodOf(access, client)
  const callee = access && wrapped(access)
  const call = callee?.getParent()
  if (access === undefined || method === undefined || !Node.isCallExpression(call) || call.getExpression() !== callee)
    return method !== undefined && isGuard(callee) ? 'guard' : leave(use, whyNoCall(client, callee), draft)
  const move = MOVES.get(method)
  if (move === undefined) return leave(access, REASONS[method] ?? `Telltale has no ${method}.`, draft)
  const awaiting = call.getParentIfKind(SyntaxKind.AwaitExpression)
  if (!Node.isExpressionStatement(awaiting?.getParent() ?? call.getParent()) && !isDiscarded(call))
    return leave(
      access,
      `The return value of ${method} is used here. Telltale's returns nothing: you do not have to wait for delivery.`,
      draft,
    )
  const problem = move(call, draft)
  if (problem !== undefined) return leave(access, problem, draft)
  draft.replace(callee, `telltale.${method === 'page' ? 'track' : method === 'reset' ? 'identity.reset' : method}`)
  // The layer has all of its methods.
  const optional = call.getQuestionDotTokenNode()
  if (optional) draft.replace(optional, '')
  // `await` and `void` have no purpose any more: the methods of the layer return nothing. Without the client, its test would fail.
  const before = awaiting ?? voidBefore(call) ?? guardOf(call)
  if (before) draft.replaceRange(call.getSourceFile(), [before.getStart(), call.getStart()], '')
  return 'moved'
}

/** A node with the parentheses and assertions around it. */
function wrapped(node: Node): Node {
  const parent = node.getParent()
  return Node.isParenthesizedExpression(parent) || Node.isAsExpression(parent) || Node.isNonNullExpression(parent)
    ? wrapped(parent)
    : node
}

/** The name in `client.name` or `client['name']`. */
function methodOf(access: Node | undefined, client: Node): string | undefined {
  if (Node.isPropertyAccessExpression(access)) return access.getExpression() === client ? access.getName() : undefined
  if (!Node.isElementAccessExpression(access) || access.getExpression() !== client) return undefined
  return textOf(access.getArgumentExpression())
}

function whyNoCall(client: Node, callee: Node | undefined): string {
  const isTest = [client, callee].some((node) => {
    const parent = node?.getParent()
    return (
      Node.isTypeOfExpression(parent) ||
      Node.isPrefixUnaryExpression(parent) ||
      (Node.isIfStatement(parent) && parent.getExpression() === node) ||
      (Node.isConditionalExpression(parent) && parent.getCondition() === node) ||
      (Node.isBinaryExpression(parent) && parent.getLeft() === node && parent.getOperatorToken().getText() === '&&')
    )
  })
  if (isTest) return 'Remove this test of the client: what depends on it does not run once the client is gone.'
  const parent = client.getParent()
  const isTakenApart =
    Node.isBindingElement(client) ||
    (Node.isVariableDeclaration(parent) && Node.isObjectBindingPattern(parent.getNameNode()))
  return isTakenApart
    ? 'The client, or methods of it, are taken into variables here, whose calls are not moved. Take them from telltale.'
    : 'The client is passed on here. Use telltale there.'
}

/** Whether a node is the left side of `analytics && analytics.track('…')`, as a statement. */
function isGuard(node: Node | undefined): boolean {
  const parent = node?.getParent()
  if (!Node.isBinaryExpression(parent) || parent.getLeft() !== node) return false
  const right = parent.getRight()
  return Node.isCallExpression(right) && guardOf(right) === node
}

/** The left side of `analytics && analytics.track('…')` or `analytics.track && analytics.track('…')`, as a statement. */
function guardOf(call: CallExpression): Node | undefined {
  const parent = call.getParent()
  if (!Node.isBinaryExpression(parent) || parent.getRight() !== call) return undefined
  if (parent.getOperatorToken().getText() !== '&&' || !Node.isExpressionStatement(parent.getParent())) return undefined
  const plain = (node: Node) => node.getText().replaceAll(/[?!()\s]/g, '')
  const callee = call.getExpression()
  const client =
    Node.isPropertyAccessExpression(callee) || Node.isElementAccessExpression(callee) ? callee.getExpression() : callee
  return [plain(callee), plain(client)].includes(plain(parent.getLeft())) ? parent.getLeft() : undefined
}

function leave(node: Node, reason: string, draft: Draft): 'left' {
  draft.leave(node, reason)
  return 'left'
}

/** `() => analytics.track('…')`, `void analytics.track('…')` or `isNew && analytics.track('…')`. */
function isDiscarded(call: CallExpression): boolean {
  const parent = call.getParent()
  return (
    Node.isArrowFunction(parent) ||
    Node.isVoidExpression(parent) ||
    (Node.isBinaryExpression(parent) && Node.isExpressionStatement(parent.getParent()))
  )
}

/** `void` before the call of a statement or of an arrow function. */
function voidBefore(call: CallExpression): Node | undefined {
  const before = call.getParentIfKind(SyntaxKind.VoidExpression)
  const parent = before?.getParent()
  return Node.isExpressionStatement(parent) || Node.isArrowFunction(parent) ? before : undefined
}
