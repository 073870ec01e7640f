import type { Issue } from '@customer-intel/node-sdk'
import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Marks the word at this place; null marks nothing. */
export const markFault = StateEffect.define<number | null>()

/** The mark of what is wrong, until the text changes. */
export const faultMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { docChanged, effects, state }) {
    const effect = effects.find((each) => each.is(markFault))
    if (effect) return markAt(state, effect.value)
    return docChanged ? Decoration.none : marks
  },
  provide: (field) => EditorView.decorations.from(field),
})

function markAt(state: EditorState, place: number | null): DecorationSet {
  const { length } = state.doc
  if (place === null || place > length || length === 0) return Decoration.none
  const word = state.wordAt(place)
  // What is missing at the end is marked at what stands before it.
  const from = word?.from ?? Math.min(place, length - 1)
  return Decoration.set(Decoration.mark({ class: 'cm-fault' }).range(from, word?.to ?? from + 1))
}

/** Where in the editor's text the fault of what was asked is, which may be a selection of it; null: not known. */
export function faultIn(text: string, asked: string, error: Error | null): number | null {
  const issues = (error as { issues?: readonly Issue[] } | null)?.issues ?? []
  const position = issues.find((issue) => issue.position)?.position
  const start = text.indexOf(asked)
  if (position === undefined || start < 0) return null
  return start + [...asked].slice(0, position.offset).join('').length
}
