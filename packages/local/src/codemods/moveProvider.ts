import { Node, SyntaxKind, type CallExpression, type Identifier, type JsxElement } from 'ts-morph'
import { usesOf, type Draft } from './draft.ts'
import { layerPath } from './layerPath.ts'

const OPEN = '<TelltaleProvider telltale={telltale}>'
const SETTINGS =
  'Its options are settings of createTelltale now: clientSideID is clientSideId in the module of the layer, and its context is the user whom the layer identifies. One TelltaleProvider is enough, above all components that use the hooks.'

/** Moves one use of `LDProvider` as an element. Returns whether it was moved. */
export function moveElement(use: Identifier, draft: Draft, layer: string): boolean {
  const parent = use.getParent()
  const element = parent?.getParent()
  if (Node.isJsxElement(element) && hasProvider(use)) {
    // Its opening and its closing tag are two uses.
    if (Node.isJsxOpeningElement(parent)) removeProvider(element, draft)
    return true
  }
  if (Node.isJsxClosingElement(parent)) {
    draft.replace(use, 'TelltaleProvider')
    return true
  }
  if (!Node.isJsxOpeningElement(parent) && !Node.isJsxSelfClosingElement(parent)) {
    draft.leave(use, 'The provider is used as a value here. Use <TelltaleProvider telltale={telltale}>.')
    return false
  }
  draft.replace(parent, Node.isJsxOpeningElement(parent) ? OPEN : OPEN.replace('>', ' />'))
  if (parent.getAttributes().length > 0) draft.leave(parent, SETTINGS)
  importProvider(use, draft, layer)
  return true
}

/** Moves one `withLDProvider(options)(Component)`. Returns whether it was moved. */
export function moveWrapper(use: Identifier, draft: Draft, layer: string): boolean {
  const configured = use.getParent()
  const call = configured?.getParent()
  const component = Node.isCallExpression(call) ? call.getArguments()[0] : undefined
  const file = use.getSourceFile()
  if (
    !Node.isCallExpression(configured) ||
    !Node.isCallExpression(call) ||
    call.getExpression() !== configured ||
    !Node.isIdentifier(component) ||
    file.getExtension() === '.ts'
  ) {
    draft.leave(
      use,
      'Only withLDProvider(options)(Component) in a file with JSX is moved. Put <TelltaleProvider telltale={telltale}> around the component.',
    )
    return false
  }
  const name = component.getText()
  if (hasProvider(use)) {
    draft.replace(call, name)
    draft.leave(configured, SETTINGS)
    return true
  }
  if (!hasProps(component)) {
    draft.replace(
      call,
      `function WithTelltale() {\n  return (\n    ${OPEN}\n      <${name} />\n    </TelltaleProvider>\n  )\n}`,
    )
    draft.leave(configured, SETTINGS)
    importProvider(use, draft, layer)
    return true
  }
  const isTyped = file.getExtension() === '.tsx'
  const props = isTyped ? `props: ComponentProps<typeof ${name}>` : 'props'
  draft.replace(
    call,
    `function WithTelltale(${props}) {\n  return (\n    ${OPEN}\n      <${name} {...props} />\n    </TelltaleProvider>\n  )\n}`,
  )
  if (isTyped) draft.addImport(file, 'react', 'type ComponentProps')
  draft.leave(configured, SETTINGS)
  importProvider(use, draft, layer)
  return true
}

/** False for a component of the sources whose function has no parameters. */
function hasProps(component: Identifier): boolean {
  return component.getDefinitionNodes().every((node) => {
    const made = Node.isVariableDeclaration(node) ? node.getInitializer() : node
    return !Node.isFunctionLikeDeclaration(made) || made.getParameters().length > 0
  })
}

/** Moves one `const LDProvider = await asyncWithLDProvider(options)`. Returns whether it was moved. */
export function moveAsyncWrapper(use: Identifier, draft: Draft, layer: string): boolean {
  const call = use.getParent()
  const awaited = call?.getParent()
  const declaration = awaited?.getParent()
  const name = Node.isVariableDeclaration(declaration) ? declaration.getNameNode() : undefined
  const statement = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : undefined
  if (!Node.isAwaitExpression(awaited) || !Node.isIdentifier(name) || statement === undefined || !isCalled(call, use)) {
    draft.leave(
      use,
      'Only const Provider = await asyncWithLDProvider(options) is moved. Use <TelltaleProvider telltale={telltale}>.',
    )
    return false
  }
  const isMoved = usesOf(name)
    .map((one) => moveElement(one, draft, layer))
    .every(Boolean)
  if (isMoved) draft.removeStatement(statement)
  draft.leave(awaited, SETTINGS)
  return isMoved
}

/** Whether a file of the application has `<TelltaleProvider>` already. `init` asks for it, and one is enough. */
export const hasProvider = (node: Node) =>
  node
    .getProject()
    .getSourceFiles()
    .flatMap((file) => file.getDescendantsOfKind(SyntaxKind.JsxOpeningElement))
    .some((one) => one.getTagNameNode().getText() === 'TelltaleProvider')

/** Removes LaunchDarkly's provider. A `<TelltaleProvider>` inside takes its place, above components in between that use the hooks. */
function removeProvider(element: JsxElement, draft: Draft): void {
  const inner = element
    .getDescendantsOfKind(SyntaxKind.JsxElement)
    .find((one) => one.getOpeningElement().getTagNameNode().getText() === 'TelltaleProvider')
  if (!inner) return removeElement(element, draft)
  draft.replace(element.getOpeningElement(), inner.getOpeningElement().getText())
  draft.replace(element.getClosingElement(), inner.getClosingElement().getText())
  removeElement(inner, draft)
}

/** Leaves the children of an element, in a fragment unless there is one child. */
function removeElement(element: JsxElement, draft: Draft): void {
  const children = element.getJsxChildren().filter((one) => !Node.isJsxText(one) || one.getText().trim() !== '')
  const [child] = children
  const [opening, closing] = [element.getOpeningElement(), element.getClosingElement()]
  if (children.length === 1 && (Node.isJsxElement(child) || Node.isJsxSelfClosingElement(child))) {
    draft.replaceRange(element.getSourceFile(), [opening.getStart(), child.getStart()], '')
    draft.replaceRange(element.getSourceFile(), [child.getEnd(), closing.getEnd()], '')
    return
  }
  draft.replace(opening, '<>')
  draft.replace(closing, '</>')
}

function isCalled(call: Node | undefined, use: Identifier): call is CallExpression {
  return Node.isCallExpression(call) && call.getExpression() === use && call.getKind() === SyntaxKind.CallExpression
}

function importProvider(use: Identifier, draft: Draft, layer: string): void {
  const file = use.getSourceFile()
  draft.addImport(file, 'telltale/react', 'TelltaleProvider')
  draft.addImport(file, layerPath(file, layer), 'telltale')
}
