/** Bytes of UTF-8, not characters: what a disk and the browser's limits count. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length
