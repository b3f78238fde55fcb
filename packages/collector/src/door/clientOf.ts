/** `192.0.2.7`, perhaps with a port, or written as an address of IPv6. */
const VERSION_4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/
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
  const [head = '', tail] = six.split('::')
  const [first, last] = [groupsIn(head), groupsIn(tail ?? '')]
  const gap = tail === undefined ? 0 : Math.max(8 - first.length - last.length, 0)
  const groups = [...first, ...Array.from({ length: gap }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

const groupsIn = (text: string) => text.split(':').filter((group) => group !== '')
