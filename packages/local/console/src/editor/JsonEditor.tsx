import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { EditorState, Transaction, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { styleNonce } from '../shell/styleNonce.ts'
import classes from './JsonEditor.module.css'
import { jsonTheme } from './jsonTheme.ts'

export interface JsonEditorProps {
  readonly value: string
  /** The accessible name. */
  readonly label: string
  /** Called with the edited text. The editor is read-only without it. */
  readonly onChange?: (value: string) => void
}

/** A JSON editor with syntax colours, folding and error markers. The Tab key leaves it, as in any other field. */
export function JsonEditor({ value, label, onChange }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const tell = useRef(onChange)
  const isEditable = onChange !== undefined

  useEffect(() => {
    tell.current = onChange
  }, [onChange])

  useEffect(() => {
    if (place.current === null) return undefined
    const view = new EditorView({
      parent: place.current,
      extensions: [
        ...extensions(label, isEditable),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) tell.current?.(update.state.doc.toString())
        }),
      ],
    })
    editor.current = view
    return () => {
      view.destroy()
      editor.current = undefined
    }
  }, [label, isEditable])

  useEffect(() => {
    const view = editor.current
    // The editor's own change comes back as its value, and must not be applied again.
    if (view === undefined || view.state.doc.toString() === value) return
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      // Undo takes back only what the user has typed.
      annotations: Transaction.addToHistory.of(false),
    })
  }, [value, label, isEditable])

  return <div className={classes.editor} ref={place} />
}

function extensions(label: string, isEditable: boolean): Extension[] {
  const reading = [
    json(),
    lineNumbers(),
    foldGutter(),
    bracketMatching(),
    EditorView.lineWrapping,
    EditorView.cspNonce.of(styleNonce()),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    jsonTheme,
  ]
  if (!isEditable)
    return [...reading, keymap.of(foldKeymap), EditorState.readOnly.of(true), EditorView.editable.of(false)]
  const writing = [history(), indentOnInput(), linter(jsonParseLinter()), typedOver]
  return [...reading, ...writing, keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap])]
}

/**
 * Inserts text that is typed over a selection. Chromium would keep the selection's look in a style attribute, which the page's
 * policy forbids: the text would be right, but an error would be logged to the developer's console.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || event.data === null || view.state.selection.main.empty) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type' })
    return true
  },
})
