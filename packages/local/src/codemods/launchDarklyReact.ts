import {
  Node,
  SyntaxKind,
  type Identifier,
  type ImportDeclaration,
  type ImportSpecifier,
  type SourceFile,
} from 'ts-morph'
import type { Codemod, CodemodContext } from './codemod.ts'
import { draftOf, usesOf, type Draft } from './draft.ts'
import { moveClient } from './moveClient.ts'
import { hasProvider, moveAsyncWrapper, moveElement, moveWrapper } from './moveProvider.ts'
import { moveUseFlags } from './moveUseFlags.ts'

const SDK = 'launchdarkly-react-client-sdk'

/** The reasons why other exports of the SDK are not moved. */
const REASONS: Readonly<Record<string, string>> = {
  withLDConsumer:
    'A class component or a wrapper cannot use hooks: read the flag in a function component, or use <FlagGate>.',
  useLDClientError: "Use useTelltale().flags.status: it is 'failed' in place of an error.",
}

/** What has no flags and no client outside of a provider. */
const READERS: ReadonlySet<string> = new Set(['useFlags', 'useLDClient', ...Object.keys(REASONS)])

/** Replaces calls of `launchdarkly-react-client-sdk` by `telltale/react`. */
export const launchDarklyReact: Codemod = (sources, context) => {
  const draft = draftOf()
  const areKeysKept = sources.some((file) => /useCamelCaseFlagKeys:\s*false/.test(file.getFullText()))
  const imports = sources.flatMap((file) => file.getImportDeclarations()).filter(isOfSdk)
  const specifiers = imports.flatMap((declaration) => declaration.getNamedImports())
  const left: Node[] = []
  for (const declaration of imports) {
    const whole = declaration.getNamespaceImport() ?? declaration.getDefaultImport()
    if (!whole) continue
    draft.leave(whole, `Import what is used from ${SDK} by its name first.`)
    left.push(whole)
  }
  for (const specifier of specifiers.filter((one) => !isProvider(one))) {
    const isMoved = context.isChosen(specifier.getSourceFile())
    if (isMoved && moveSpecifier(specifier, draft, { ...context, areKeysKept })) draft.removeImport(specifier)
    else if (READERS.has(specifier.getName())) left.push(specifier)
  }
  // Without its provider, what is left of the SDK gets no client, and nothing would report it.
  for (const specifier of specifiers.filter(isProvider)) {
    if (left.length > 0) draft.leave(specifier, keptProvider(left))
    else if (moveSpecifier(specifier, draft, { ...context, areKeysKept })) draft.removeImport(specifier)
  }
  for (const file of sources) leaveStrings(file, draft)
  return draft.findings()
}

const isOfSdk = (declaration: ImportDeclaration) => declaration.getModuleSpecifierValue() === SDK

const isProvider = (specifier: ImportSpecifier) =>
  ['LDProvider', 'withLDProvider', 'asyncWithLDProvider'].includes(specifier.getName())

function keptProvider(left: readonly Node[]): string {
  const names = [...new Set(left.map((node) => node.getSourceFile().getBaseName()))]
  return `LaunchDarkly’s provider stays, because its SDK is still used in ${names.join(' and ')}. ${left.some(hasProvider) ? 'Run' : 'Put <TelltaleProvider telltale={telltale}> around it, and run'} this codemod again when nothing else uses the SDK.`
}

function leaveStrings(file: SourceFile, draft: Draft): void {
  for (const text of file.getDescendantsOfKind(SyntaxKind.StringLiteral))
    if (text.getLiteralText() === SDK && Node.isCallExpression(text.getParent()))
      draft.leave(text, 'A test or a lazy import names the SDK. In tests, use createTestTelltale of telltale/testing.')
}

function moveSpecifier(
  specifier: ImportSpecifier,
  draft: Draft,
  context: CodemodContext & { readonly areKeysKept: boolean },
): boolean {
  const local = (specifier.getAliasNode() ?? specifier.getNameNode()) as Identifier
  const uses = usesOf(local).filter((use) => use.getSourceFile() === specifier.getSourceFile() && !isType(use))
  const { layer } = context
  const moves: Readonly<Record<string, (use: Identifier) => boolean>> = {
    useFlags: (use) => moveUseFlags(use, { draft, ...context }),
    useLDClient: (use) => moveClient(use, draft, context.flags),
    LDProvider: (use) => moveElement(use, draft, layer),
    withLDProvider: (use) => moveWrapper(use, draft, layer),
    asyncWithLDProvider: (use) => moveAsyncWrapper(use, draft, layer),
  }
  const name = specifier.getName()
  const move = moves[name]
  if (move) return uses.map(move).every(Boolean)
  draft.leave(specifier, REASONS[name] ?? `Telltale has nothing of the name ${name}.`)
  return false
}

/** `ReturnType<typeof useFlags>` */
const isType = (use: Identifier) => Node.isTypeQuery(use.getParent())
