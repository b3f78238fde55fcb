/**
 * Objects are built in order: what a function makes is not used above the line that makes it, nor in the call that makes it, not even in a
 * closure that is called later. Otherwise two objects refer to each other, and nobody can read them from top to bottom.
 *
 * @type {{ create(context: any): object }}
 */
export const inOrder = {
  create: (context) => ({
    'Program:exit'() {
      for (const { type, variables } of context.sourceCode.scopeManager.scopes) {
        if (type === 'module' || type === 'global') continue
        for (const { defs, references, name } of variables) {
          const made = defs.find((/** @type {{ type: string }} */ def) => def.type === 'Variable')
          if (!made) continue
          const { init } = made.node
          const end = init?.type === 'CallExpression' ? init.range[1] : made.name.range[0]
          for (const { identifier } of references) {
            if (identifier.range[0] < end && identifier !== made.name)
              context.report({ node: identifier, message: `"${name}" is used before it is made.` })
          }
        }
      }
    },
  }),
}
