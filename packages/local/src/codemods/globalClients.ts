import { Node, type Identifier, type SourceFile } from 'ts-morph'

/** The name of the variable that Segment's snippet creates. */
const NAME = 'analytics'
const GLOBALS = ['window', 'globalThis', 'self']

/** Where a file uses the client that Segment's snippet puts into the page: `analytics`, `window.analytics`, `{ analytics } = window`. */
export function globalClientsIn(file: SourceFile): Node[] {
  const found: Node[] = []
  file.forEachDescendant((node) => {
    if (isMemberOfGlobal(node) || (Node.isIdentifier(node) && isGlobal(node))) found.push(node)
  })
  return found
}

/** `window.analytics`, `globalThis?.analytics`, `(window as any)['analytics']` or `const { analytics } = window`. */
function isMemberOfGlobal(node: Node): boolean {
  if (Node.isPropertyAccessExpression(node)) return node.getName() === NAME && isGlobalObject(node.getExpression())
  if (Node.isElementAccessExpression(node))
    return textOf(node.getArgumentExpression()) === NAME && isGlobalObject(node.getExpression())
  if (!Node.isBindingElement(node) || (node.getPropertyNameNode() ?? node.getNameNode()).getText() !== NAME)
    return false
  const declaration = node.getParent().getParent()
  const initializer = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined
  return initializer !== undefined && isGlobalObject(initializer)
}

/** The text of a literal string. */
export function textOf(node: Node | undefined): string | undefined {
  return Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node) ? node.getLiteralText() : undefined
}

function isGlobalObject(node: Node): boolean {
  if (Node.isParenthesizedExpression(node) || Node.isAsExpression(node) || Node.isNonNullExpression(node))
    return isGlobalObject(node.getExpression())
  return Node.isIdentifier(node) && GLOBALS.includes(node.getText()) && !isDeclaredInSources(node)
}

/** `analytics` where no source declares it, or only for the compiler. */
function isGlobal(node: Identifier): boolean {
  return node.getText() === NAME && isValue(node) && !isDeclaredInSources(node)
}

/** Whether the name stands for a value of its own: it is neither declared here nor the name of a property. */
function isValue(node: Identifier): boolean {
  const parent = node.getParent()
  if (Node.isPropertyAccessExpression(parent)) return parent.getExpression() === node
  if (Node.isPropertyAssignment(parent) || Node.isVariableDeclaration(parent)) return parent.getInitializer() === node
  return Node.isExpression(parent) || Node.isStatement(parent) || Node.isShorthandPropertyAssignment(parent)
}

function isDeclaredInSources(node: Identifier): boolean {
  const parent = node.getParent()
  const symbol = Node.isShorthandPropertyAssignment(parent) ? parent.getValueSymbol() : node.getSymbol()
  return symbol?.getDeclarations().some((one) => !isAmbient(one)) ?? false
}

/** `declare const analytics: …`, `declare global { var analytics: … }`, or a declaration file. */
function isAmbient(declaration: Node): boolean {
  const holder = declaration.getFirstAncestor((one) => Node.isVariableStatement(one) || Node.isModuleDeclaration(one))
  const isDeclared =
    (Node.isVariableStatement(holder) || Node.isModuleDeclaration(holder)) &&
    (holder.hasDeclareKeyword() || holder.getFirstAncestor(Node.isModuleDeclaration)?.hasDeclareKeyword() === true)
  return declaration.getSourceFile().isDeclarationFile() || isDeclared
}
