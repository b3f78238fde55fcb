/** How often programs encode what is encoded already. */
const LAYERS = 3

/** What a text says when it is decoded, percent encoding and JSON in a string. @param {string} text */
export function open(text) {
  let opened = text
  for (let layer = 0; layer < LAYERS; layer += 1) opened = decode(opened)
  return opened.replaceAll(/\\+n/g, '\n').replaceAll(/\\+(["/\\])/g, '$1')
}

/** Decodes what can be decoded: the rest of a text may hold a percent sign. @param {string} text */
function decode(text) {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes)
    } catch {
      return codes
    }
  })
}
