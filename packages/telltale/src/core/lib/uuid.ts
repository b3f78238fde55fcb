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
  let ms = 0
  let count = 0
  return (unixMs) => {
    const now = Math.floor(unixMs)
    // [spec] RFC 9562 §5.7, with §6.2's counter for `rand_a`: one that has run over takes the next millisecond.
    const isOver = count === PER_MS - 1
    count = now > ms || isOver ? 0 : count + 1
    ms = Math.max(now, isOver ? ms + 1 : ms)
    const time = ms.toString(16).padStart(12, '0')
    // The variant and what is random beside it stand there in version 4 too.
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}${randomUuid().slice(18)}`
  }
}
