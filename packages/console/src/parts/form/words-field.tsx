import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { plain, Text } from '../text.tsx'
import { Around } from './fields.tsx'
import { useDraftField } from './form.tsx'
import type { Path } from './path.ts'
import styles from './words-field.module.css'

interface WordsFieldProps {
  path: Path
  label: string
  hint?: string
  /** What is known to be there: offered as one types. */
  known?: readonly string[]
  placeholder?: string
  /** What is shown of a word, where that isn't the word. */
  titleOf?: (word: string) => string
  /** The word that is meant by what was typed, where it isn't that. */
  wordOf?: (typed: string) => Promise<string>
  /** Something is being typed. */
  onType?: (text: string) => void
}

/** Several words, each added by Enter; Backspace in the empty field takes the last one away. */
export function WordsField(props: WordsFieldProps) {
  const { path, label, known = [], placeholder, titleOf = (word) => word, wordOf, onType } = props
  const here = useDraftField(path)
  const { value, disabled, set, control } = here
  const list = useId()
  const [typed, setTyped] = useState('')
  const words = Array.isArray(value) ? value.map(String) : []
  const type = (text: string) => {
    setTyped(text)
    onType?.(text)
  }
  const add = (text: string) => {
    type('')
    if (text.trim() === '') return
    if (wordOf) void wordOf(text.trim()).then(take)
    else take(text.trim())
  }
  const take = (word: string) => {
    if (!words.includes(word)) set([...words, word])
  }
  const remove = (word: string) => set(words.filter((one) => one !== word))
  const offered = known.filter((word) => !words.includes(word))
  return (
    <Around {...props} of={here}>
      <div className={styles.words} data-disabled={disabled}>
        {words.map((word) => (
          <span key={word} className={styles.word}>
            <Text value={titleOf(word)} />
            <button
              type="button"
              disabled={disabled}
              aria-label={`Remove ${plain(titleOf(word))} from ${label}`}
              onClick={() => remove(word)}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          {...control}
          list={list}
          value={typed}
          placeholder={words.length === 0 ? placeholder : undefined}
          onChange={({ target, nativeEvent }) => {
            const isChosen = (nativeEvent as InputEvent).inputType === 'insertReplacementText'
            if (isChosen) add(target.value)
            else type(target.value)
          }}
          onBlur={() => add(typed)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed.trim() !== '') {
              event.preventDefault()
              add(typed)
            }
            if (event.key === 'Backspace' && typed === '' && words.length > 0) remove(words.at(-1)!)
          }}
        />
        <datalist id={list}>
          {offered.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </datalist>
      </div>
    </Around>
  )
}
