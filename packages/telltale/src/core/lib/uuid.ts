/** How many ids one millisecond has: what twelve bits count. */
const PER_MS = 4096

/**
 * Mints UUIDs of version 7. Each sorts after the one before it: in the same millisecond too, and while the clock is behind where
 * it was.
 *
 * @param randomUuid gives a UUID version 4
 * @returns an id made at so many milliseconds since 1970
 */
export function createUuidV7(randomUuid: () => string): (unixMs: number) => string {
  let ms = -Infinity
  let count = 0
  let start = ''
  let end = ''
  return (unixMs) => {
    const now = Math.floor(unixMs)
    count += 1
    // [spec] RFC 9562 §5.7, with §6.2's counter for `rand_a`: one that has run over takes the next millisecond. What is random is
    // one millisecond's: an event waits for its id, and the count tells those of one millisecond apart.
    if (now > ms || count === PER_MS) {
      ms = Math.max(now, ms + 1)
      count = 0
      const time = ms.toString(16).padStart(12, '0')
      start = `${time.slice(0, 8)}-${time.slice(8)}-7`
      // The variant and what is random beside it stand there in version 4 too.
      end = randomUuid().slice(18)
    }
    return start + count.toString(16).padStart(3, '0') + end
  }
}
