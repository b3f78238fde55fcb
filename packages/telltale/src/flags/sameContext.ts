import { sameJson } from '../core/lib/sameJson.ts'
import type { Context } from '../core/model/context.ts'
import type { Json } from '../core/model/json.ts'
import { kindsOf } from './contextKinds.ts'
import { pathOf } from './redactContext.ts'

/** Whether two contexts, as `readContext` gives them, say the same: the order of attributes and of private ones is nothing. */
export const sameContext = (a: Context, b: Context): boolean => sameJson(comparable(a), comparable(b))

const comparable = (context: Context) =>
  Object.fromEntries(
    kindsOf(context).map(([kind, { kind: _kind, _meta, ...attributes }]) => {
      const meta = _meta as { privateAttributes?: readonly string[] } | undefined
      const paths = (meta?.privateAttributes ?? []).map((reference) => JSON.stringify(pathOf(reference)))
      return [kind, [attributes, { ...meta, privateAttributes: [...new Set(paths)].sort() }]]
    }),
  ) as Json
