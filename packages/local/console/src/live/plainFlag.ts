/** `new-pricing=true`, as the key is written, and `new_pricing=true`, as in the event, both become `newpricing=true`. */
export function plainFlag(text: string): string {
  const [name = '', ...value] = text.toLowerCase().split('=')
  return [name.replace(/[^\p{L}\p{N}]/gu, ''), ...value].join('=')
}
