/** Of an option that is given several times, or once with commas, as in the environment. */
export const listOf = (given: readonly string[] = []) =>
  given
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '')

/**
 * An origin of a scheme of its own, such as capacitor://localhost in a hybrid application, for which a URL has none. Browsers change no letter of
 * its host: Safari has capital ones in the ids of its extensions.
 */
const OWN_SCHEME = /^(?!https?:|file:|data:|blob:)[a-z][a-z\d+.-]*:\/\/[a-zA-Z\d._-]+(:\d{1,5})?$/

/** @throws a sentence, if no browser would send this text as an origin */
export function originOf(text: string): string {
  // A URL may have a star in its host, but no page does.
  if (text.includes('*') && text !== '*')
    throw new Error(
      `The origin ${text} must be like https://app.example.com: a * stands for nothing. Name each origin.`,
    )
  const isOrigin = OWN_SCHEME.test(text) || (URL.canParse(text) && new URL(text).origin === text)
  if (!isOrigin) throw new Error(`The origin ${text} must be like https://app.example.com, without a path.`)
  return text
}
