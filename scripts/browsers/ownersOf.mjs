import ts from 'typescript'

/** What TypeScript calls by a name of its own. */
const ALSO_KNOWN_AS = /** @type {Record<string, string>} */ ({
  Console: 'console',
  CallableFunction: 'Function',
  NewableFunction: 'Function',
})

/**
 * The interfaces that a member may be listed under: that of the object it was read from, those which this inherits from, and the
 * one that declares it. The tables list a member of a mixin under each interface that includes it.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.Node | undefined} declaration of the member
 * @param {ts.Type | undefined} receiver
 * @returns {string[]} the nearest first; none for a global
 */
export function ownersOf(checker, declaration, receiver) {
  const declaring = declaration && declaringName(declaration)
  if (declaration && !declaring) return []
  const names = receiver ? nativeNames(checker, receiver) : []
  return [...new Set([...names, ...(declaring ? [declaring] : [])].map(plainName))]
}

/** @param {ts.Node} declaration */
function declaringName({ parent }) {
  if (ts.isInterfaceDeclaration(parent) || ts.isClassDeclaration(parent)) return parent.name?.text
  // declare var IDBKeyRange: { lowerBound(…): … }
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)) return parent.parent.name.getText()
  return ts.isModuleBlock(parent) ? parent.parent.name.getText() : undefined
}

/** @param {ts.TypeChecker} checker @param {ts.Type} type @returns {string[]} */
function nativeNames(checker, type) {
  const apparent = checker.getApparentType(checker.getNonNullableType(type))
  if (apparent.isUnionOrIntersection()) return apparent.types.flatMap((one) => nativeNames(checker, one))
  const symbol = apparent.getSymbol()
  const declarations = symbol?.declarations ?? []
  if (!symbol || !declarations.some((one) => ts.isInterfaceDeclaration(one))) return []
  const target = /** @type {ts.TypeReference} */ (apparent).target ?? apparent
  const bases = target.isClassOrInterface() ? checker.getBaseTypes(target) : []
  return [symbol.name, ...bases.flatMap((base) => nativeNames(checker, base))]
}

/** @param {string} name */
function plainName(name) {
  return ALSO_KNOWN_AS[name] ?? name.replace(/^Readonly(?=(Array|Map|Set)$)/, '').replace(/(?<=.)Constructor$/, '')
}
