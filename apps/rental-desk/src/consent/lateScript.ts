/** A vendor's script that is put into the page when `start` is called, and not before. */
export function lateScript<Script>(load: () => () => Script | undefined) {
  let current: (() => Script | undefined) | undefined
  return {
    start: () => void (current ??= load()),
    instance: () => current?.(),
  }
}
