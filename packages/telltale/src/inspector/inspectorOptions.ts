import type { Identity } from '../core/model/identity.ts'

/** The options of `inspector`. */
export interface InspectorOptions {
  /**
   * The key that opens and closes the panel, such as `Control+Shift+F9`: modifiers, and the name of a key or its place on the keyboard.
   * `Control+Backquote` by default, the key to the left of the 1: no browser uses it.
   */
  key?: string | undefined
  /** Whether a button at the right edge of the page opens the panel, too. True by default. */
  button?: boolean | undefined
  /**
   * Whether this user may use the inspector. It is asked when the user is confirmed, and again when another one is. Without it, everybody
   * may, and nobody in production.
   */
  allow?: ((identity: Identity) => boolean) | undefined
  /** The address of these pages, if you host them: each problem then links to its entry. */
  docs?: string | undefined
}
