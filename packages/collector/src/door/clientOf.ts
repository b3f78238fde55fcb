/** `192.0.2.7`, perhaps with a port. */
const VERSION_4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/
/** `2001:db8::1`, or `[2001:db8::1]`, perhaps with a port, or a zone. */
const VERSION_6 = /^\[?([\da-f:]*:[\da-f:.]*)(?:%[^\]]*)?(?:\]:\d{1,5}|\])?$/

/**
 * Whose requests are counted together: the address, without the port that some proxies add. Somebody with IPv6 has 2⁶⁴ addresses, so their first
 * four groups count. What is no address is counted as it is.
 */
export function clientOf(address: string): string {
  const text = address.trim().toLowerCase()
  const [, four] = VERSION_4.exec(text) ?? []
  if (four) return four
  const [, six] = VERSION_6.exec(text) ?? []
  if (!six) return text
  const groups = groupsOf(six)
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an address of IPv6, without leading zeros. */
function groupsOf(six: string): readonly string[] {
  const [head = '', tail] = six.split('::')
  const [first, last] = [groupsIn(head), groupsIn(tail ?? '')]
  const gap = tail === undefined ? 0 : Math.max(8 - first.length - last.length, 0)
  return [...first, ...Array.from({ length: gap }, () => '0'), ...last].map((group) => group.replace(/^0+(?=.)/, ''))
}

/** An address of IPv4 at the end is two groups. */
const groupsIn = (text: string) =>
  text
    .replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...bytes: string[]) => {
      const [one, two, three, four] = bytes.map(Number) as [number, number, number, number]
      return `${(one * 256 + two).toString(16)}:${(three * 256 + four).toString(16)}`
    })
    .split(':')
    .filter((group) => group !== '')

/** The address of IPv4 that is written as one of IPv6: `::ffff:c000:207` is `192.0.2.7`. [spec] RFC 4291, section 2.5.5.2 */
function mappedIn(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join() !== '0,0,0,0,0,ffff') return undefined
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 0xff])
    .join('.')
}
