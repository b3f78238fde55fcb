import { Node, SyntaxKind, type CallExpression, type Identifier } from 'ts-morph'
import type { Draft } from './draft.ts'

const REASONS: Readonly<Record<string, string>> = {
  group: 'Pass the company with the user: company_id and company_name.',
  alias: 'Not needed: Telltale has one identity for each user.',
  ready: 'Not needed: events wait until they can be delivered.',
  user: 'Use telltale.identity.current.get().',
  load: 'Replace it by a destination in the settings of createTelltale.',
  debug: 'Use consoleLink of telltale/console.',
  register: 'Replace the plugin by a destination or an observer of createTelltale.',
  addSourceMiddleware:
    'Replace the middleware by your own function around track before you deploy: moved calls go past it. An observer cannot change events.',
}

/** Segment's traits that a Telltale user has under other names. */
const TRAITS: Readonly<Record<string, string>> = { email: 'email_address', name: 'user_name' }

/** The event that replaces a page view. */
const PAGE = 'Page viewed'

/** Moves one use of Segment's client. Returns whether it was moved. */
export function moveSegmentCall(use: Identifier, draft: Draft): boolean {
  const access = use.getParent()
  const call = access?.getParent()
  if (
    !Node.isPropertyAccessExpression(access) ||
    access.getExpression() !== use ||
    !Node.isCallExpression(call) ||
    call.getExpression() !== access
  )
    return leave(use, 'The client is passed on here. Use telltale there.', draft)
  const method = access.getName()
  const move = { track: moveTrack, identify: moveIdentify, page: movePage, reset: moveReset }[method]
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
  draft.replace(access, `telltale.${method === 'page' ? 'track' : method === 'reset' ? 'identity.reset' : method}`)
  // `await` and `void` have no purpose any more: the methods of the layer return nothing.
  const before = awaiting ?? voidBefore(call)
  if (before) draft.replaceRange(call.getSourceFile(), [before.getStart(), call.getStart()], '')
  return true
}

function leave(node: Node, reason: string, draft: Draft): false {
  draft.leave(node, reason)
  return false
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

/** Each of these changes the arguments of a call, or returns why the call cannot be moved. */
function moveTrack(call: CallExpression): string | undefined {
  const [name, ...more] = call.getArguments()
  if (name === undefined || Node.isObjectLiteralExpression(name)) return 'Only track(name, properties) is moved.'
  return more.length > 1
    ? 'Options and callbacks of track have no equivalent: you do not have to wait for delivery.'
    : undefined
}

function moveIdentify(call: CallExpression, draft: Draft): string | undefined {
  const [id, traits, ...more] = call.getArguments()
  if (id === undefined || Node.isObjectLiteralExpression(id))
    return 'A user needs a unique_identity: telltale.identify({ unique_identity: … }).'
  if (more.length > 0) return 'Options and callbacks of identify have no equivalent.'
  const file = call.getSourceFile()
  draft.replaceRange(file, [id.getStart(), id.getStart()], '{ unique_identity: ')
  if (traits === undefined) draft.replaceRange(file, [id.getEnd(), id.getEnd()], ' }')
  else if (Node.isObjectLiteralExpression(traits)) {
    draft.replaceRange(file, [id.getEnd(), traits.getStart() + 1], traits.getProperties().length > 0 ? ',' : '')
    for (const property of traits.getProperties()) {
      const name =
        Node.isPropertyAssignment(property) || Node.isShorthandPropertyAssignment(property) ? property.getName() : ''
      const other = TRAITS[name]
      if (other)
        draft.leave(
          property,
          `${name} is now ${other}. If targeting rules or other code use ${name}, change them, or pass both.`,
        )
      if (other && Node.isShorthandPropertyAssignment(property)) draft.replace(property, `${other}: ${name}`)
      else if (other && Node.isPropertyAssignment(property)) draft.replace(property.getNameNode(), other)
    }
  } else {
    draft.replaceRange(file, [id.getEnd(), traits.getStart()], ', ...')
    draft.replaceRange(file, [traits.getEnd(), traits.getEnd()], ' }')
  }
  return undefined
}

function movePage(call: CallExpression, draft: Draft): string | undefined {
  const [first, second, third, ...more] = call.getArguments()
  const isText = (node: Node | undefined) =>
    Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node) || Node.isTemplateExpression(node)
  const given = [first, second, third].filter((node) => node !== undefined)
  const texts = given.filter(isText)
  const properties = given.length > texts.length ? given.at(-1) : undefined
  if (
    more.length > 0 ||
    given.length - texts.length > 1 ||
    (properties && given.indexOf(properties) < texts.length) ||
    (properties && !Node.isObjectLiteralExpression(properties))
  )
    return `Only page(category, name, properties) with literal strings and a literal object is moved. Write telltale.track('${PAGE}', { name: … }).`
  const names = texts.length === 2 ? ['category', 'name'] : ['name']
  const parts = texts.map((text, index) => `${names[index]}: ${text.getText()}`)
  const spread =
    properties && properties.getProperties().length > 0
      ? properties.getText().slice(1, -1).trim().replace(/,$/, '')
      : ''
  const all = [...parts, ...(spread ? [spread] : [])].join(', ')
  const text = all === '' ? `'${PAGE}'` : `'${PAGE}', { ${all} }`
  const open = call.getExpression().getEnd()
  draft.replaceRange(call.getSourceFile(), [open, call.getEnd()], `(${text})`)
  return undefined
}

function moveReset(call: CallExpression): string | undefined {
  return call.getArguments().length > 0 ? 'reset takes no arguments.' : undefined
}
