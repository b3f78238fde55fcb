/**
 * Text of others in one line of a terminal: names of flags, paths of requests, answers of servers. Control characters are written as
 * escapes, so that a line break does not begin a line that looks like ours, and nothing moves the cursor or hides what stands before.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (sign) => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[sign]
    return short ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
