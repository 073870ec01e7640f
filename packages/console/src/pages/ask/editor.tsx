import { autocompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import styles from './ask.module.css'
import { faultMark, markFault } from './fault-mark.ts'

interface EditorProps {
  text: string
  /** The columns of each view, to complete names from. */
  schema: Readonly<Record<string, readonly string[]>>
  onChange: (text: string) => void
  /** Where the text is wrong, in its characters; null: nowhere. */
  fault: number | null
  /** Runs what is selected, or else all. */
  onRun: (text: string) => void
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '500' },
  { tag: [tags.string, tags.number], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--text-3)' },
])
const look = EditorView.theme({
  '&': { backgroundColor: 'var(--code)', fontSize: '12.5px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: 'var(--text-3)', paddingLeft: '8px' },
  '.cm-fault': { textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '4px' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', border: '1px solid var(--line)', color: 'var(--text)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--selected)',
    color: 'var(--text)',
  },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selected)' },
})

/**
 * Text that is typed over a selection: the browser itself would keep the selection's look in a style attribute, which the
 * policy refuses.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || event.data === null || view.state.selection.main.empty)
      return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true })
    return true
  },
})

/** Where SQL is written: completes views and columns, runs by ⌘↵. */
export function Editor({ text, schema, fault, onChange, onRun }: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const acts = useRef({ onChange, onRun })
  acts.current = { onChange, onRun }
  useEffect(() => {
    const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
    const run = ({ state }: EditorView) => {
      const { from, to } = state.selection.main
      acts.current.onRun(from === to ? state.doc.toString() : state.sliceDoc(from, to))
      return true
    }
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of({ 'aria-label': 'SQL' }),
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
          typedOver,
          lineNumbers(),
          history(),
          bracketMatching(),
          autocompletion(),
          // Tab leaves the editor: who has no mouse must get out of it.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          sql({ dialect: PostgreSQL, schema: schema as Record<string, string[]>, upperCaseKeywords: false }),
          syntaxHighlighting(colours),
          look,
          faultMark,
          EditorView.lineWrapping,
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) acts.current.onChange(state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
    // The text is the editor's from then on; what comes from outside is taken over below.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [schema])
  useEffect(() => {
    const { current } = view
    if (current && current.state.doc.toString() !== text)
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } })
  }, [text])
  useEffect(() => {
    view.current?.dispatch({ effects: markFault.of(fault), scrollIntoView: fault !== null })
  }, [fault, schema])
  return <div ref={place} className={styles.editor} />
}
