/** The number of ids in one millisecond: the range of a counter of twelve bits. */
const PER_MS = 4096

/**
 * Creates UUIDs of version 7. Each one sorts after the previous one, also within one millisecond and while the clock is
 * set back.
 *
 * @param randomUuid returns a UUID version 4
 * @returns a function that creates an id from a time in milliseconds since 1970
 */
export function createUuidV7(randomUuid: () => string): (unixMs: number) => string {
  let ms = -Infinity
  let count = 0
  let start = ''
  let end = ''
  return (unixMs) => {
    const now = Math.floor(unixMs)
    count += 1
    // [spec] RFC 9562 §5.7, with the counter of §6.2 in `rand_a`. A counter that overflows continues in the next
    // millisecond. The random bits are the same within one millisecond, because tracking an event waits for its id. The
    // counter distinguishes the ids of one millisecond.
    if (now > ms || count === PER_MS) {
      ms = Math.max(now, ms + 1)
      count = 0
      const time = ms.toString(16).padStart(12, '0')
      start = `${time.slice(0, 8)}-${time.slice(8)}-7`
      // A UUID of version 4 has the variant and the random bits after it at the same place.
      end = randomUuid().slice(18)
    }
    return start + count.toString(16).padStart(3, '0') + end
  }
}
