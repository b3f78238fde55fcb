import { join } from 'node:path'
import ts from 'typescript'
import { ownersOf } from './ownersOf.mjs'

/**
 * @typedef {object} Touch what a source does with one API of the browser or of the language
 * @property {string} name such as `fetch`, `Response.text`, `new Blob`, `fetch keepalive`, `Window pagehide event`
 * @property {'global' | 'constructor' | 'member' | 'option' | 'event'} kind
 * @property {readonly string[]} owners the interfaces that may have the member, the nearest first; empty for a global
 * @property {string} own the name of the global, member, option or event alone
 * @property {string} [method] of an option: the function that takes it
 * @property {boolean} isLanguage whether JavaScript itself declares it
 * @property {string} place file and line
 */

/**
 * Sources as TypeScript sees them, with the settings of their package.
 *
 * @param {string} home the folder of the package
 * @param {readonly string[]} sources
 */
export function programOf(home, sources) {
  const { config } = ts.readConfigFile(join(home, 'tsconfig.json'), ts.sys.readFile)
  return ts.createProgram(sources, ts.parseJsonConfigFileContent(config, ts.sys, home).options)
}

/**
 * Everything that sources touch of what TypeScript’s own declaration files declare. Nothing is recognised by its name:
 * a property called `locks` counts only where its declaration is the browser’s. What is touched through `any`, and values such as
 * `'no-store'`, are not seen.
 *
 * @param {ts.Program} program
 * @param {readonly string[]} files
 * @returns {Touch[]} once each, at its first place
 */
export function touchedApis(program, files) {
  const checker = program.getTypeChecker()
  /** @type {Map<string, Touch>} */
  const touches = new Map()

  for (const path of files) {
    const file = program.getSourceFile(path)
    if (!file) throw new Error(`${path} is not part of the program.`)
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
      for (const touch of touchesOf(node)) {
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
        const found = touches.get(touch.name)
        if (!found) touches.set(touch.name, { ...touch, place: `${path}:${line}` })
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return [...touches.values()]

  /** @param {ts.Node} node @returns {Omit<Touch, 'place'>[]} */
  function touchesOf(node) {
    if (ts.isCallExpression(node)) return [...optionsOf(node), ...eventsOf(node.expression, node.arguments[0])]
    if (ts.isNewExpression(node)) return [...constructorOf(node), ...optionsOf(node)]
    if (ts.isArrayLiteralExpression(node)) return eventsOf(node.elements[0], node.elements[1])
    if (ts.isBindingElement(node)) return destructured(node)
    return ts.isIdentifier(node) ? named(node) : []
  }

  /** A name in an expression: a global, or a member. @param {ts.Identifier} node */
  function named(node) {
    const symbol = checker.getSymbolAtLocation(node)
    const { parent } = node
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node
    return touchOf(symbol, isMember ? checker.getTypeAtLocation(parent.expression) : undefined)
  }

  /** `({ body })` of a Response. @param {ts.BindingElement} element */
  function destructured({ parent, propertyName, name }) {
    const key = propertyName ?? name
    if (!ts.isObjectBindingPattern(parent) || !ts.isIdentifier(key)) return []
    const type = checker.getTypeAtLocation(parent)
    return touchOf(checker.getPropertyOfType(checker.getApparentType(type), key.text), type)
  }

  /** @param {ts.Symbol | undefined} symbol @param {ts.Type | undefined} receiver @returns {Omit<Touch, 'place'>[]} */
  function touchOf(symbol, receiver) {
    const declaration = symbol?.declarations?.find(isNative)
    if (!symbol || !declaration || symbol.name === 'prototype') return []
    const isLanguage = /\/lib\.es[^/]*$/.test(declaration.getSourceFile().fileName)
    const owners = ownersOf(checker, declaration, receiver)
    if (owners.length === 0) return [{ name: symbol.name, kind: 'global', owners, own: symbol.name, isLanguage }]
    // What a browser has no object of is a dictionary: its members are options of what takes it.
    if (owners.every(isDictionary)) return []
    return [{ name: `${owners[0]}.${symbol.name}`, kind: 'member', owners, own: symbol.name, isLanguage }]
  }

  /** @param {ts.NewExpression} node @returns {Omit<Touch, 'place'>[]} */
  function constructorOf({ expression }) {
    return touchOf(checker.getSymbolAtLocation(expression), undefined).map((touch) => ({
      ...touch,
      name: `new ${touch.own}`,
      kind: 'constructor',
    }))
  }

  /** The options that a native function is given, also in an object that was made elsewhere. @param {ts.CallExpression | ts.NewExpression} call @returns {Omit<Touch, 'place'>[]} */
  function optionsOf(call) {
    const signature = checker.getResolvedSignature(call)
    const callee = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression
    const [method] = ts.isIdentifier(callee) ? named(callee) : []
    if (!signature?.declaration || !isNative(signature.declaration) || !method) return []
    return (call.arguments ?? []).flatMap((argument, index) => {
      const parameter = signature.parameters[index]
      if (!parameter || !ts.isExpression(argument)) return []
      const given = checker.getTypeAtLocation(argument)
      // An object of the browser’s, such as the stream in `pipeThrough(stream)`, is no object of options.
      if (given.getSymbol()?.declarations?.some(isNative)) return []
      return checker
        .getPropertiesOfType(given)
        .filter((property) => takes(checker.getTypeOfSymbol(parameter), property.name))
        .map(({ name: own }) => ({ ...method, name: `${method.name} ${own}`, kind: 'option', own, method: method.own }))
    })
  }

  /** Whether a parameter's type is a dictionary that has this option. @param {ts.Type} type @param {string} option */
  function takes(type, option) {
    const types = type.isUnion() ? type.types : [type]
    return types.some((one) =>
      checker
        .getPropertyOfType(one, option)
        ?.declarations?.some(
          (found) => isNative(found) && ts.isInterfaceDeclaration(found.parent) && isDictionary(found.parent.name.text),
        ),
    )
  }

  /** `target.addEventListener('name')` and `[target, 'name', …]`. @param {ts.Expression | undefined} target @param {ts.Expression | undefined} event @returns {Omit<Touch, 'place'>[]} */
  function eventsOf(target, event) {
    if (!target || !event || !ts.isStringLiteral(event)) return []
    const isMethod = ts.isPropertyAccessExpression(target) && target.name.text === 'addEventListener'
    const type = checker.getTypeAtLocation(isMethod ? target.expression : target)
    const owners = ownersOf(checker, undefined, type)
    if (!owners.includes('EventTarget')) return []
    const name = `${owners[0]} ${event.text} event`
    return [{ name, kind: 'event', owners, own: event.text, isLanguage: false }]
  }

  /** @param {ts.Node} declaration */
  function isNative(declaration) {
    return program.isSourceFileDefaultLibrary(declaration.getSourceFile())
  }

  /** An interface that is only a type. @param {string} owner */
  function isDictionary(owner) {
    return checker.resolveName(owner, undefined, ts.SymbolFlags.Value, false) === undefined
  }
}
