/**
 * A plugin of Expressive Code: a line that wraps does not break inside an option such as `--save-dev`.
 *
 * @returns {import('@expressive-code/core').ExpressiveCodePlugin}
 */
export function wholeOptions() {
  return {
    name: 'whole options',
    hooks: { postprocessRenderedLine: ({ renderData: { lineAst } }) => change(lineAst) },
  }
}

/** @param {import('@expressive-code/core/hast').Element} element */
function change(element) {
  element.children = element.children.flatMap((child) => {
    if (child.type === 'element') change(child)
    if (child.type !== 'text' || !child.value.includes('--')) return [child]
    return child.value.split(/(--[a-z][\w-]*)/).map((value) =>
      value.startsWith('--')
        ? {
            type: /** @type {const} */ ('element'),
            tagName: 'span',
            properties: { className: ['option'] },
            children: [{ type: /** @type {const} */ ('text'), value }],
          }
        : { type: /** @type {const} */ ('text'), value },
    )
  })
}
