import { attempt } from './attempt.ts'

/** Whether the value is a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Parses JSON. Returns `undefined` when the text is not JSON, for example when a proxy answers with a page of its own.
 */
export const parseJson = (text: string): unknown => attempt<unknown>(() => JSON.parse(text))

type Replacer = (this: Fields, key: string, value: unknown) => unknown

/**
 * Returns a value as JSON. Prototype.js up to 1.6 gives all lists of a page a `toJSON`, with which `JSON.stringify` makes a
 * text of each list.
 */
export const writeJson = (value: unknown, replacer?: Replacer): string =>
  JSON.stringify(
    value,
    'toJSON' in Array.prototype
      ? function (this: Fields, key, inner: unknown) {
          const given = Array.isArray(this[key]) ? this[key] : inner
          return replacer ? replacer.call(this, key, given) : given
        }
      : replacer,
  )

/** Parses a JSON object. Returns an empty object when the text is absent or is not a JSON object. */
export function parseRecord(text: string | undefined): Record<string, unknown> {
  const parsed = parseJson(text ?? '')
  return isRecord(parsed) ? parsed : {}
}

/** The deepest nesting of an object that code of the application, or of the reporting API, gives. */
const MAX_LEVELS = 100

/** Code that follows a value recursively, the browser's `JSON.stringify` included, must not run out of stack. */
export const isShallow = (value: unknown, levels = MAX_LEVELS): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))

/**
 * Whether JSON has the fields of an object: it has fields of its own, or it is plain, also of another frame, and may be empty.
 * Private fields and the getters of its class are out of reach.
 */
export const isOpen = (value: object) =>
  Object.keys(value).length > 0 || !Object.getPrototypeOf(Object.getPrototypeOf(value) ?? value)

/** The names of the fields of an object: its own, and the getters of its classes, which JSON does not have. */
export function fieldsOf(value: object): string[] {
  const names = Object.keys(value)
  for (let one = value; (one = Object.getPrototypeOf(one)) && Object.getPrototypeOf(one);) {
    const all = Object.getOwnPropertyDescriptors(one)
    names.push(...Object.keys(all).filter((name) => all[name]?.get))
  }
  return names
}

/** The types of what JSON holds, null and undefined included. A map, an error or a promise would become an empty object. */
const HELD = /t (Ob|Array]|Str|Nu|Bo|Un)/

/**
 * Reads a property once. Returns what JSON can hold of it, as a copy that cannot be changed, or undefined.
 *
 * @param onLoss called with the path of each part that the copy lacks, such as `lines[].price`, or with the name if the property
 *   cannot be read
 */
export function readProperty(holder: object, name: string, onLoss: (path: string) => void): unknown {
  const paths = new Map<unknown, string>()
  try {
    const value = (holder as Fields)[name]
    // Nearly all properties of events have one of these types.
    if (typeof value === 'string' || typeof value === 'boolean') return value
    const text = writeJson(value, function (key, inner) {
      const within = paths.get(this)
      const path = within ? within + (Array.isArray(this) ? '[]' : `.${key}`) : name
      if (!isHeld(inner, this[key]) || (inner === undefined && Array.isArray(this))) return void onLoss(path)
      paths.set(inner, path)
      return inner
    })
    const copy = parseJson(text ?? '')
    // JSON has no -0.
    if (isShallow(copy)) return value === copy ? value : freezeDeep(copy)
  } catch {
    // A getter has thrown, or the value contains itself.
  }
  onLoss(name)
  return undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Whether JSON holds a value that `toJSON` may have made of the given one. An invalid date becomes null. */
const isHeld = (value: unknown, given: unknown) =>
  HELD.test(Object.prototype.toString.call(value)) &&
  (!isRecord(value) || isOpen(value)) &&
  (typeof value === 'number' ? Number.isFinite(value) : (value ?? given) === value)

/** Returns a copy of what JSON holds of a value, or `undefined`: later changes of the application's object have no effect. */
export const copyJson = (value: unknown, replacer?: Replacer): unknown =>
  attempt<unknown>(() => JSON.parse(writeJson(value, replacer)))

/** Freezes a value that the library owns, at any depth, and returns it. */
export function freezeDeep<T>(value: T): T {
  const left: unknown[] = [value]
  for (const one of left) {
    if (typeof one !== 'object' || Object.isFrozen(one)) continue
    for (const inner of Object.values(Object.freeze(one) as object)) left.push(inner)
  }
  return value
}

/** Whether both are the same JSON by value, in any order of the keys of an object and at any depth. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  // A list of pairs in place of recursion: the JSON of a server may be nested more deeply than the stack allows.
  const pairs = [[a, b]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair as [Record<string, unknown>, Record<string, unknown>]
    if (left === right) continue
    if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false
    const keys = Object.keys(left)
    if (Array.isArray(left) !== Array.isArray(right) || keys.length !== Object.keys(right).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false
      pairs.push([left[key], right[key]])
    }
  }
  return true
}

/**
 * Returns the type of a JSON value or of an option. Like `typeof`, but with `array`, `null` and `NaN` as types of their
 * own.
 */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isNaN(value) ? 'NaN' : typeof value
}
