import { Node, SyntaxKind, type CallExpression, type ObjectLiteralExpression } from 'ts-morph'
import type { Draft } from './draft.ts'

/** Segment's traits that a Telltale user has under other names. */
const TRAITS: Readonly<Record<string, string>> = { email: 'email_address', name: 'user_name' }

/** The event that replaces a page view. */
const PAGE = 'Page viewed'

/** Changes the arguments of a call, or returns why the call cannot be moved. */
export type MoveArguments = (call: CallExpression, draft: Draft) => string | undefined

export const moveTrack: MoveArguments = (call, draft) => {
  const [name, properties, ...more] = call.getArguments()
  if (Node.isObjectLiteralExpression(name) && properties === undefined) return moveMessage(name, draft)
  const problem = textProblem(call, 'track(name, properties)')
  if (problem !== undefined) return problem
  return more.length > 0 || isCallback(properties)
    ? 'Options and callbacks of track have no equivalent: you do not have to wait for delivery.'
    : undefined
}

/** `track({ event, properties })` */
function moveMessage(message: ObjectLiteralExpression, draft: Draft): string | undefined {
  const values = new Map<string, string>()
  for (const property of message.getProperties()) {
    if (Node.isShorthandPropertyAssignment(property)) values.set(property.getName(), property.getName())
    else if (Node.isPropertyAssignment(property) && !Node.isComputedPropertyName(property.getNameNode()))
      values.set(property.getName().replaceAll(/^['"]|['"]$/g, ''), property.getInitializerOrThrow().getText())
    else values.set(property.getText(), '')
  }
  const { event, properties } = Object.fromEntries(values)
  const others = [...values.keys()].filter((name) => name !== 'event' && name !== 'properties')
  if (event === undefined || others.length > 0)
    return `Only { event, properties } is moved${others.length > 0 ? `, not ${others.join(', ')}` : ''}. Write telltale.track(event, properties).`
  draft.replace(message, properties === undefined ? event : `${event}, ${properties}`)
  return undefined
}

export const moveIdentify: MoveArguments = (call, draft) => {
  const [id, traits, ...more] = call.getArguments()
  const withoutId = 'A user needs a unique_identity: telltale.identify({ unique_identity: … }).'
  if (id === undefined || Node.isObjectLiteralExpression(id) || id.getType().isNull() || id.getType().isUndefined())
    return withoutId
  const problem = textProblem(call, 'identify(id, traits)')
  if (problem !== undefined) return problem
  if (more.length > 0 || isCallback(traits)) return 'Options and callbacks of identify have no equivalent.'
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

export const movePage: MoveArguments = (call, draft) => {
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
  const open = call.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken).getEnd()
  const text = all === '' ? `'${PAGE}'` : `'${PAGE}', { ${all} }`
  draft.replaceRange(call.getSourceFile(), [open, call.getEnd() - 1], text)
  return undefined
}

export const moveReset: MoveArguments = (call) =>
  call.getArguments().length > 0 ? 'reset takes no arguments.' : undefined

/** Why it is not certain that the first argument is text. Segment's methods also take one object, whose content would be lost. */
function textProblem(call: CallExpression, form: string): string | undefined {
  const [first, ...more] = call.getArguments()
  const only = `Only ${form} is moved.`
  if (first === undefined || call.getArguments().some(Node.isSpreadElement)) return only
  const type = first.getType()
  const isKnown = !type.isAny() && !type.isUnknown()
  if (isKnown) return type.isString() || type.getUnionTypes().some(isTextType) || isTextType(type) ? undefined : only
  return more.length > 0 ? undefined : `${only} It is not known here whether ${first.getText()} is text or an object.`
}

const isTextType = (type: ReturnType<Node['getType']>): boolean =>
  type.isString() || type.isStringLiteral() || type.isTemplateLiteral() || type.isEnum() || type.isEnumLiteral()

function isCallback(node: Node | undefined): boolean {
  return (
    node !== undefined &&
    (Node.isArrowFunction(node) || Node.isFunctionExpression(node) || node.getType().getCallSignatures().length > 0)
  )
}
