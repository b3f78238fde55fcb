import type { Host } from '../core/host.ts'
import { closest } from '../core/lib/closest.ts'
import { isRecord } from '../core/lib/json.ts'
import { settingPaths } from './checkSettings.ts'

/** Reports settings that do not exist. It is in the second file, because nothing waits for it. */
export function reportUnknownSettings(settings: object, bus: Host['bus']): void {
  const unknown = unknownSettings(settings)
  if (unknown.length === 0) return
  bus.publish('problem', { where: 'settings', message: `Unknown settings are ignored: ${unknown.join(', ')}. (T42)` })
}

/**
 * The names of settings that do not exist, such as `destination`, each with the one that may be meant. JavaScript callers and
 * spread objects may have some.
 */
export function unknownSettings(settings: object): string[] {
  const paths = settingPaths()
  // A setting that is given is not meant by another name: `ap` beside `app` is `api`.
  const missing = [...paths, ...paths.map((path) => path.split('.')[0] ?? path)].filter((path) => !(path in settings))
  const unknown = Object.entries(settings).flatMap(([name, value]) => {
    if (paths.includes(name)) return []
    if (!paths.some((path) => path.startsWith(`${name}.`))) return [name]
    const inner = isRecord(value) ? Object.keys(value).map((key) => `${name}.${key}`) : []
    return inner.filter((path) => !paths.includes(path))
  })
  return unknown.map((path) => {
    const meant = closest(path, missing)
    return meant ? `${path} (${meant}?)` : path
  })
}
