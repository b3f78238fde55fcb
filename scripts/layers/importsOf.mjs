import ts from 'typescript'

/**
 * @typedef {{ specifier: string, typeOnly: boolean, line: number }} Import
 * @typedef {(file: ts.SourceFile, specifier: ts.Node, typeOnly: boolean) => Import | undefined} ToImport
 */

/**
 * Everything by which a module names another: imports, re-exports, dynamic imports, `import()` types and ambient modules.
 *
 * @param {string} path decides how the text is parsed
 * @param {string} text
 * @returns {Import[]}
 */
export function importsOf(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  /** @type {Import[]} */
  const found = []
  /** @param {ts.Node | undefined} specifier @param {boolean} typeOnly */
  const add = (specifier, typeOnly) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    const line = file.getLineAndCharacterOfPosition(specifier.getStart(file)).line + 1
    found.push({ specifier: specifier.text, typeOnly, line })
  }
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node))
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeExport(node))
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    else if (ts.isCallExpression(node) && isDynamic(node)) add(node.arguments[0], false)
    else if (ts.isNewExpression(node) && isUrlOfModule(node)) add(node.arguments?.[0], false)
    else if (ts.isModuleDeclaration(node)) add(node.name, true)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** @param {ts.ImportDeclaration} node */
function isTypeImport({ importClause }) {
  if (!importClause) return false
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const { name, namedBindings } = importClause
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false
  return namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly)
}

/** @param {ts.ExportDeclaration} node */
function isTypeExport({ isTypeOnly, exportClause }) {
  if (isTypeOnly) return true
  if (!exportClause || !ts.isNamedExports(exportClause)) return false
  return exportClause.elements.length > 0 && exportClause.elements.every((element) => element.isTypeOnly)
}

/** `import('…')` and `require('…')`. @param {ts.CallExpression} node */
function isDynamic({ expression }) {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === 'require')
  )
}

/** `new URL('….ts', import.meta.url)`, which bundlers follow too; of other files it is only their address. @param {ts.NewExpression} node */
function isUrlOfModule({ expression, arguments: given }) {
  const [target, base] = given ?? []
  if (!ts.isIdentifier(expression) || expression.text !== 'URL' || base?.getText() !== 'import.meta.url') return false
  return target !== undefined && ts.isStringLiteralLike(target) && /\.[cm]?[jt]sx?$/.test(target.text)
}
