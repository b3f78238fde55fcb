import { Node, type Identifier, type SourceFile, type VariableDeclaration } from 'ts-morph'
import type { Codemod, CodemodContext } from './codemod.ts'
import { draftOf, usesOf, type Draft } from './draft.ts'
import { globalClientsIn } from './globalClients.ts'
import { layerPath } from './layerPath.ts'
import { moveSegmentCall } from './moveSegmentCall.ts'

const SDK = '@segment/analytics-next'

/** Replaces calls of `@segment/analytics-next`, and of the client that Segment's snippet creates, by the layer. */
export const segment: Codemod = (sources, context) => {
  const draft = draftOf()
  for (const file of sources) {
    moveFile(file, draft, context)
    if (context.isChosen(file)) moveGlobals(file, draft, context)
  }
  return draft.findings()
}

/** Moves the uses of `analytics` or `window.analytics`, also those of a variable for it. */
function moveGlobals(file: SourceFile, draft: Draft, context: CodemodContext): void {
  for (const use of globalClientsIn(file)) {
    const declaration = use.getParent()
    const name = Node.isVariableDeclaration(declaration) ? declaration.getNameNode() : undefined
    if (Node.isVariableDeclaration(declaration) && Node.isIdentifier(name))
      moveClient(name, declaration, { draft, context })
    else if (moveSegmentCall(use, draft) === 'moved') draft.addImport(file, layerPath(file, context.layer), 'telltale')
  }
}

function moveFile(file: SourceFile, draft: Draft, context: CodemodContext): void {
  for (const declaration of file.getImportDeclarations()) {
    if (declaration.getModuleSpecifierValue() !== SDK) continue
    for (const specifier of declaration.getNamedImports()) {
      if (specifier.getName() !== 'AnalyticsBrowser') {
        draft.leave(specifier, `Telltale has nothing of the name ${specifier.getName()}.`)
        continue
      }
      const local = (specifier.getAliasNode() ?? specifier.getNameNode()) as Identifier
      const uses = usesOf(local).filter((use) => use.getSourceFile() === file)
      if (uses.map((use) => moveClass(use, draft, context)).every(Boolean)) draft.removeImport(specifier)
    }
  }
}

/** Moves the uses of a client: `AnalyticsBrowser.load(…)`, or `new AnalyticsBrowser()`. */
function moveClass(use: Identifier, draft: Draft, context: CodemodContext): boolean {
  const declaration = use.getFirstAncestor(Node.isVariableDeclaration)
  const client = declaration && clientOf(declaration, use)
  if (Node.isTypeReference(use.getParent())) {
    draft.leave(use, 'Use the type Telltale of telltale.')
    return false
  }
  if (declaration === undefined || client === undefined) {
    draft.leave(use, 'Only a client in a variable is moved. Use telltale.track and telltale.identify.')
    return false
  }
  return moveClient(client, declaration, { draft, context })
}

interface Needs {
  readonly draft: Draft
  readonly context: CodemodContext
}

/** Moves the uses of a client in a variable, and removes the variable if none is left. */
function moveClient(client: Identifier, declaration: VariableDeclaration, { draft, context }: Needs): boolean {
  const { layer, isChosen } = context
  const uses = usesOf(client)
  const moves = new Map(
    uses.map((one) => [one, isChosen(one.getSourceFile()) ? moveSegmentCall(one, draft) : 'left'] as const),
  )
  const moved = uses.filter((one) => moves.get(one) !== 'left')
  for (const file of new Set(uses.filter((one) => moves.get(one) === 'moved').map((one) => one.getSourceFile())))
    draft.addImport(file, layerPath(file, layer), 'telltale')
  for (const file of new Set(uses.map((one) => one.getSourceFile()))) {
    const isMoved = uses.every((one) => one.getSourceFile() !== file || moved.includes(one))
    if (isMoved) removeImportOf(client, file, draft)
  }
  const statement = declaration.getVariableStatement()
  if (moved.length < uses.length || statement === undefined || statement.getDeclarations().length > 1) {
    draft.leave(declaration, 'The client is still used. Delete it, and the package, when no call is left.')
    return false
  }
  draft.removeStatement(statement)
  return true
}

/** `const analytics = …`, or `const [analytics] = await …`. */
function clientOf(declaration: VariableDeclaration, use: Identifier): Identifier | undefined {
  const initializer = declaration.getInitializer()
  const made = Node.isAwaitExpression(initializer) ? initializer.getExpression() : initializer
  const isMade =
    (Node.isNewExpression(made) && made.getExpression() === use) ||
    (Node.isCallExpression(made) && made.getExpression().getText() === `${use.getText()}.load`)
  const name = declaration.getNameNode()
  const [first] = Node.isArrayBindingPattern(name) ? name.getElements() : []
  const local = Node.isBindingElement(first) ? first.getNameNode() : name
  return isMade && Node.isIdentifier(local) ? local : undefined
}

function removeImportOf(client: Identifier, file: SourceFile, draft: Draft): void {
  const references = client.findReferencesAsNodes().filter((node) => node.getSourceFile() === file)
  for (const specifier of new Set(references.map((node) => node.getFirstAncestor(Node.isImportSpecifier))))
    if (specifier) draft.removeImport(specifier)
}
