/**
 * A name that is not known when the code is written is no key of a plain object: `__proto__`, `constructor` and `toString` are there already, and
 * writing to the first changes every object. Such names are keys of a `Map`, or of what `Object.create(null)` has made.
 *
 * @type {{ create(context: any): object }}
 */
export const plainKeys = {
  create: (context) => ({
    'Program:exit'() {
      for (const { variables } of context.sourceCode.scopeManager.scopes)
        for (const { defs, references, name } of variables) {
          const made = defs.find((/** @type {{ type: string }} */ def) => def.type === 'Variable')
          if (!isPlain(made?.node.init)) continue
          for (const { identifier } of references)
            if (isWrittenByName(identifier))
              context.report({
                node: identifier,
                message: `"${name}" is a plain object, and this key may be "__proto__". Use a Map.`,
              })
        }
    },
  }),
}

/** Whether an expression makes a plain object, whatever TypeScript says of it. @param {any} node */
const isPlain = (node) => {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression') return isPlain(node.expression)
  return node?.type === 'ObjectExpression'
}

/** Whether the object is the target of an assignment such as `all[name] ??= 0`. @param {any} identifier */
function isWrittenByName({ parent }) {
  if (parent?.type !== 'MemberExpression' || !parent.computed) return false
  if (parent.property.type === 'Literal' || parent.property.type === 'TemplateLiteral') return false
  const { parent: user } = parent
  if (user?.type === 'AssignmentExpression') return user.left === parent
  return user?.type === 'UpdateExpression'
}
