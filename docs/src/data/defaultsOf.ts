import ts from 'typescript'
import { read } from './repository.ts'

/** The values in an object literal that is a constant of a file. Empty texts, objects and functions stand for an absent option. */
export function defaultsOf(file: string, constant: string): ReadonlyMap<string, string> {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
  const declared = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => name.getText() === constant)
  let literal = declared?.initializer
  if (literal && ts.isSatisfiesExpression(literal)) literal = literal.expression
  if (!literal || !ts.isObjectLiteralExpression(literal)) throw new Error(`${file} has no object ${constant}.`)
  return new Map(
    literal.properties.filter(ts.isPropertyAssignment).flatMap(({ name, initializer }): [string, string][] => {
      const value = textOf(initializer)
      return value ? [[name.getText(), value]] : []
    }),
  )
}

function textOf(value: ts.Expression): string | undefined {
  if (ts.isNumericLiteral(value)) return Number(value.text).toLocaleString('en')
  if (ts.isStringLiteral(value)) return value.text && `\`${value.text}\``
  const isBoolean = value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword
  return isBoolean ? `\`${value.getText()}\`` : undefined
}
