import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)' },
  { tag: tags.string, color: 'var(--green)' },
  { tag: tags.number, color: 'var(--blue)' },
  { tag: [tags.bool, tags.null], color: 'var(--plum)' },
  { tag: tags.punctuation, color: 'var(--ink-faint)' },
])

const ground = EditorView.theme({
  '&': { color: 'var(--ink)', fontSize: '12px' },
  '&.cm-focused': { outline: '2px solid var(--green)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-gutters': { background: 'transparent', border: '0', color: 'var(--ink-faint)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--blue-soft)',
  },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--amber-soft)' },
  '.cm-foldPlaceholder': { background: 'var(--sunken)', border: '1px solid var(--line)', color: 'var(--ink-soft)' },
  // The library draws it with a data: URL, which the page's policy forbids.
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--red)' },
  '.cm-tooltip': { background: 'var(--raised)', border: '1px solid var(--line)', color: 'var(--ink)' },
})

/** The editor in the console's colours, which follow the colour scheme. */
export const jsonTheme: Extension = [ground, syntaxHighlighting(colours)]
