import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { styleNonce } from '../shell/styleNonce.ts'
import classes from './JsonEditor.module.css'
import { jsonTheme } from './jsonTheme.ts'

export interface JsonEditorProps {
  readonly value: string
  /** What it is called for those who do not see it. */
  readonly label: string
  /** Without it, the text can only be read. */
  readonly onChange?: (value: string) => void
}

/** JSON with colours and folds, and with what is wrong with it. Tab leaves it, as it leaves any other field. */
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
    // What the editor itself told comes back as its value: it has that already.
    if (view === undefined || view.state.doc.toString() === value) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
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
 * Text typed over a selection is put in here. Chromium would keep the look of what was selected, in a style attribute, which the
 * page's policy forbids: the text would be right, and the developer's console would complain.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || event.data === null || view.state.selection.main.empty) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type' })
    return true
  },
})
