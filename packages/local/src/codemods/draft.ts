import type { Edit } from 'jsonc-parser'
import { Node, type Identifier, type ImportDeclaration, type ImportSpecifier, type SourceFile } from 'ts-morph'
import type { Findings, UnmovedCall } from './codemod.ts'

/** Collects the changes of a codemod. The sources do not change until all of them have been read. */
export interface Draft {
  replace(node: Node, text: string): void
  replaceRange(file: SourceFile, range: readonly [from: number, to: number], text: string): void
  /** Removes a statement together with its line. */
  removeStatement(node: Node): void
  leave(node: Node, reason: string): void
  /** Imports names from a module, once. */
  addImport(file: SourceFile, module: string, ...names: string[]): void
  /** Removes an import specifier, and the declaration when it was its last one. */
  removeImport(specifier: ImportSpecifier): void
  findings(): Findings
}

export function draftOf(): Draft {
  const edits = new Map<SourceFile, Edit[]>()
  const left: UnmovedCall[] = []
  const added = new Map<SourceFile, Map<string, Set<string>>>()
  const removed = new Set<ImportSpecifier>()

  function replaceRange(file: SourceFile, [from, to]: readonly [from: number, to: number], text: string) {
    const ofFile = edits.get(file) ?? []
    edits.set(file, [...ofFile, { offset: from, length: to - from, content: text }])
  }

  return {
    replaceRange,
    replace: (node, text) => replaceRange(node.getSourceFile(), [node.getStart(), node.getEnd()], text),
    removeStatement(node) {
      const text = node.getSourceFile().getFullText()
      const start = text.lastIndexOf('\n', node.getStart() - 1) + 1
      const isAlone = text.slice(start, node.getStart()).trim() === ''
      const end = /^[^\S\n]*\n/.exec(text.slice(node.getEnd()))?.[0].length ?? 0
      replaceRange(node.getSourceFile(), [isAlone ? start : node.getStart(), node.getEnd() + (isAlone ? end : 0)], '')
    },
    leave: (node, reason) => void left.push({ node, reason }),
    addImport(file, module, ...names) {
      const modules = added.get(file) ?? new Map<string, Set<string>>()
      modules.set(module, new Set([...(modules.get(module) ?? []), ...names]))
      added.set(file, modules)
    },
    removeImport: (specifier) => void removed.add(specifier),
    findings() {
      const declarations = new Set([...removed].map((specifier) => specifier.getImportDeclaration()))
      for (const file of new Set([...added.keys(), ...[...declarations].map((one) => one.getSourceFile())])) {
        const [first, ...others] = [...declarations].filter((one) => one.getSourceFile() === file)
        const modules = added.get(file) ?? new Map<string, Set<string>>()
        const imports = linesOf(
          file,
          new Map([...modules].filter(([module, names]) => !extendImport(file, module, names))),
        )
        for (const declaration of others) replaceImport(declaration, [])
        if (first) replaceImport(first, imports)
        else insertImports(file, imports)
      }
      return { edits, left }
    },
  }

  /** Adds names to an import of the module that is in the file already. Returns whether there is one. */
  function extendImport(file: SourceFile, module: string, names: ReadonlySet<string>): boolean {
    const imports = file.getImportDeclarations().filter((one) => one.getModuleSpecifierValue() === module)
    const last = imports
      .find((one) => !one.isTypeOnly() && one.getNamedImports().length > 0)
      ?.getNamedImports()
      .at(-1)
    if (!last) return false
    const known = imports.flatMap((one) => one.getNamedImports().map((specifier) => specifier.getName()))
    const missing = [...names].filter((name) => !known.includes(name)).sort()
    if (missing.length > 0) replaceRange(file, [last.getEnd(), last.getEnd()], `, ${missing.join(', ')}`)
    return true
  }

  /** Replaces the specifiers that are no longer needed by the new imports. */
  function replaceImport(declaration: ImportDeclaration, lines: readonly string[]) {
    const kept = declaration.getNamedImports().filter((specifier) => !removed.has(specifier))
    const hasMore = declaration.getDefaultImport() !== undefined || kept.length > 0
    const [start, end] = [declaration.getStart(), declaration.getEnd()]
    const file = declaration.getSourceFile()
    if (!hasMore) {
      const text = file.getFullText()
      const more = lines.length === 0 && text[end] === '\n' ? 1 : 0
      return replaceRange(file, [start, end + more], lines.join('\n'))
    }
    const bindings = declaration.getImportClause()?.getNamedBindings()
    if (bindings && kept.length > 0)
      replaceRange(file, [bindings.getStart(), bindings.getEnd()], `{ ${kept.map((one) => one.getText()).join(', ')} }`)
    else if (bindings)
      replaceRange(file, [declaration.getDefaultImport()?.getEnd() ?? bindings.getStart(), bindings.getEnd()], '')
    if (lines.length > 0) replaceRange(file, [end, end], `\n${lines.join('\n')}`)
  }

  function insertImports(file: SourceFile, lines: readonly string[]) {
    const last = file.getImportDeclarations().at(-1)
    const directive = file
      .getStatements()
      .find((one) => Node.isExpressionStatement(one) && Node.isStringLiteral(one.getExpression()))
    const after = last ?? directive
    if (after) replaceRange(file, [after.getEnd(), after.getEnd()], `\n${lines.join('\n')}`)
    else replaceRange(file, [0, 0], `${lines.join('\n')}\n`)
  }
}

/** Import statements in the style of the file. */
function linesOf(file: SourceFile, modules: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const [example] = file.getImportDeclarations()
  const quote = example?.getModuleSpecifier().getText()[0] ?? "'"
  const semicolon = example === undefined || example.getText().endsWith(';') ? ';' : ''
  return [...modules].map(
    ([module, names]) => `import { ${[...names].sort().join(', ')} } from ${quote}${module}${quote}${semicolon}`,
  )
}

/** The uses of a name, without its declaration and imports. For an exported name, in all sources. */
export function usesOf(name: Identifier): Identifier[] {
  const nodes = name.findReferencesAsNodes().filter(Node.isIdentifier)
  return nodes.filter(
    (node) =>
      node !== name &&
      !Node.isImportSpecifier(node.getParent()) &&
      !Node.isImportClause(node.getParent()) &&
      !Node.isExportSpecifier(node.getParent()),
  )
}
