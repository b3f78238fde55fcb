import type { JsonSchema, Plan } from './plan.ts'

/** A schema that can describe itself, as zod (4.2), arktype (2.1.28) and valibot (`toStandardJsonSchema`) have them: https://standardschema.dev */
interface DescribableSchema {
  readonly '~standard': {
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => object }
  }
}

/**
 * The plan of what `defineEvents` has returned.
 *
 * @throws a sentence that names the event whose schema cannot be described
 */
export function planOf(events: Readonly<Record<string, object>>, more: Omit<Plan, 'events'> = {}): Plan {
  const described = Object.entries(events).map(([name, schema]) => [name, describe(name, schema)] as const)
  return { ...more, events: Object.fromEntries(described) }
}

function describe(name: string, schema: object): JsonSchema {
  // A function, too: those of arktype are.
  const { jsonSchema } = (schema as Partial<DescribableSchema>)['~standard'] ?? {}
  if (!jsonSchema)
    throw new Error(
      `The schema of "${name}" cannot say its JSON Schema. Use zod 4.2, arktype 2.1.28, or toStandardJsonSchema of valibot.`,
    )
  try {
    return jsonSchema.input({ target: 'draft-2020-12' }) as JsonSchema
  } catch (error) {
    throw new Error(`The schema of "${name}" has no JSON Schema: ${(error as Error).message}`, { cause: error })
  }
}
