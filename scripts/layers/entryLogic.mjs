import ts from 'typescript'

/** What decides, repeats or computes: it belongs below, where it has a test. */
const LOGIC = new Map([
  [ts.SyntaxKind.IfStatement, 'an if'],
  [ts.SyntaxKind.SwitchStatement, 'a switch'],
  [ts.SyntaxKind.ConditionalExpression, 'a choice'],
  [ts.SyntaxKind.BinaryExpression, 'an operator'],
  [ts.SyntaxKind.PrefixUnaryExpression, 'an operator'],
  [ts.SyntaxKind.PostfixUnaryExpression, 'an operator'],
  [ts.SyntaxKind.ForStatement, 'a loop'],
  [ts.SyntaxKind.ForOfStatement, 'a loop'],
  [ts.SyntaxKind.ForInStatement, 'a loop'],
  [ts.SyntaxKind.WhileStatement, 'a loop'],
  [ts.SyntaxKind.DoStatement, 'a loop'],
  [ts.SyntaxKind.TryStatement, 'a try'],
  [ts.SyntaxKind.ThrowStatement, 'a throw'],
  [ts.SyntaxKind.AwaitExpression, 'an await'],
  [ts.SyntaxKind.ClassDeclaration, 'a class'],
  [ts.SyntaxKind.ClassExpression, 'a class'],
  [ts.SyntaxKind.TemplateExpression, 'a template'],
  [ts.SyntaxKind.DeleteExpression, 'a delete'],
])

/**
 * An entry binds parts to the browser and re-exports. Anything else in it is a finding.
 *
 * @param {string} path
 * @param {string} text
 * @returns {{ line: number, sentence: string }[]}
 */
export function entryLogic(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  /** @type {{ line: number, sentence: string }[]} */
  const found = []
  /** @param {ts.Node} node @param {string} what */
  const add = (node, what) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    found.push({ line, sentence: `An entry holds no logic, and this is ${what}: move it below.` })
  }
  /** @param {ts.Node} node */
  const visit = (node) => {
    const what = LOGIC.get(node.kind)
    if (what) return add(node, what)
    if (ts.isBlock(node) && node.statements.length > 1) return add(node, 'a body of more than one statement')
    if (ts.isVariableDeclarationList(node) && !(node.flags & ts.NodeFlags.Const)) return add(node, 'a variable')
    ts.forEachChild(node, visit)
  }
  for (const statement of file.statements) {
    if (isAmbient(statement)) continue
    if (runsAtImport(statement)) add(statement, 'code that runs at import')
    else visit(statement)
  }
  return found
}

/** A statement that is neither a declaration nor a directive such as 'use client'. @param {ts.Statement} statement */
function runsAtImport(statement) {
  if (ts.isImportDeclaration(statement)) return !statement.importClause
  return ts.isExpressionStatement(statement) && !ts.isStringLiteral(statement.expression)
}

/** `declare …` says what is there, and is nothing itself. @param {ts.Statement} statement */
function isAmbient(statement) {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  return Boolean(modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword))
}
