/** The developer's console with all of its levels; debug messages go where they are not hidden. */
export const consoleLevels = {
  debug: (message: string) => console.log(message),
  info: (message: string) => console.info(message),
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
}
