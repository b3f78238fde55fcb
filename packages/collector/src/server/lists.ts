/** Of an option that is given several times, or once with commas, as in the environment. */
export const listOf = (given: readonly string[] = []) =>
  given
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** An origin of a scheme of its own, such as capacitor://localhost in a hybrid application, for which a URL has none. */
const OWN_SCHEME = /^(?!https?:|file:|data:|blob:)[a-z][a-z\d+.-]*:\/\/[a-z\d._-]+(:\d{1,5})?$/

/** @throws a sentence, if no browser would send this text as an origin */
export function originOf(text: string): string {
  const isOrigin = OWN_SCHEME.test(text) || (URL.canParse(text) && new URL(text).origin === text)
  if (!isOrigin) throw new Error(`The origin ${text} must be like https://app.example.com, without a path.`)
  return text
}
