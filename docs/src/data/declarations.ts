import ts from 'typescript'
import { read } from './repository.ts'

/** A property of an interface, as its comment describes it. */
export interface Option {
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  /** The default that the comment states. */
  readonly otherwise: string | undefined
  readonly meaning: string
}

interface Where {
  /** Path of the file of the interface, from the root of the repository. */
  file: string
  interface: string
}

/** The properties of an interface, each followed by those of its own interfaces in the same file. */
export function optionsOf(where: Where, prefix = ''): readonly Option[] {
  const source = ts.createSourceFile(where.file, read(where.file), ts.ScriptTarget.Latest, true)
  const interfaces = new Map(
    source.statements.filter(ts.isInterfaceDeclaration).map((declared) => [declared.name.text, declared]),
  )
  const declared = interfaces.get(where.interface)
  if (!declared) throw new Error(`${where.file} has no interface ${where.interface}.`)
  return propertiesOf(declared, prefix)

  function propertiesOf(declaration: ts.InterfaceDeclaration, before: string): readonly Option[] {
    return declaration.members.filter(ts.isPropertySignature).flatMap((member) => {
      const path = `${before}${member.name.getText()}`
      const isRequired = !member.questionToken
      const written = member.type?.getText().replace(/\s+/g, ' ') ?? ''
      // To leave out an option and to set it to undefined mean the same.
      const type = isRequired ? written : written.replace(/ \| undefined$/, '')
      const meaning = commentOf(member)
      const own = { path, type, isRequired, otherwise: defaultIn(meaning), meaning }
      // What a function returns is not an option: an instance of a vendor's script, for example.
      const nested = [...interfaces].filter(([name]) => new RegExp(`(?<!=> )\\b${name}\\b`).test(type))
      return [own, ...nested.flatMap(([, inner]) => propertiesOf(inner, `${path}.`))]
    })
  }
}

/** A named number of the library. */
export interface Limit {
  readonly file: string
  readonly name: string
  readonly value: string
  readonly meaning: string
}

/** The numbers of a file that have a name and a comment. */
export function limitsOf(file: string): readonly Limit[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
  return source.statements.filter(ts.isVariableStatement).flatMap((statement) => {
    const [declared] = statement.declarationList.declarations
    const name = declared?.name.getText() ?? ''
    const value = declared?.initializer?.getText() ?? ''
    // Where a rule has no document of its own, its section is one of the specification.
    const meaning = commentOf(statement).replace('[spec] §', 'Specification §').replace('[spec] ', '')
    const isNumber = /^[A-Z][A-Z_]*$/.test(name) && /^[\d_ *.]+$/.test(value)
    return isNumber && meaning
      ? [{ file, name, value: `${product(value).toLocaleString('en')}${unitOf(name)}`, meaning }]
      : []
  })
}

function product(value: string): number {
  return value.split('*').reduce((result, factor) => result * Number(factor.replaceAll('_', '')), 1)
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_MS$|^CHECK_MS$|^MAX_MS$/, ' ms'],
  [/_S$/, ' s'],
  [/BYTES/, ' bytes'],
  [/CHARACTERS/, ' characters'],
]

function unitOf(name: string): string {
  return UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? ''
}

function commentOf(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .flatMap((doc) => (ts.isJSDoc(doc) ? [ts.getTextOfJSDocComment(doc.comment) ?? ''] : []))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A comment states a default as “`web` when absent”, “the vendor's if absent”, “2,000 by default” or “50, which is the default”. */
function defaultIn(meaning: string): string | undefined {
  const [, stated] =
    /(?:^|[.:;,] )((?:`[^`]*`|\d,(?=\d)|[^.:;,`]){1,60}?) (?:(?:when|if) absent|by default)/.exec(meaning) ?? []
  const [, named] = /(\S+), which is the default/.exec(meaning) ?? []
  return stated ?? named
}
