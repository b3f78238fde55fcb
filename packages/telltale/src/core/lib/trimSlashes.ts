/** A base address to which a path is appended, without the slashes at its end. */
export const trimSlashes = (base: string): string => base.replace(/\/+$/, '')
