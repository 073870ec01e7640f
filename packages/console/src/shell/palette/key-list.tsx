import { Fragment, useState } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { lettersKey } from '../keyboard.tsx'
import { sections } from '../sections.ts'
import styles from './palette.module.css'
import { modifier } from '../../parts/modifier.ts'

const keys: readonly (readonly [string, string])[] = [
  [`${modifier}K`, 'Go to anything'],
  ['/', 'Filter this list'],
  ['j k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['Space', 'Peek at the row'],
  ['x', 'Mark the row'],
  ['f', 'Add a filter'],
  ['a r u', 'Merge, keep apart, undo, where two may be one'],
  ['v', 'Charts as tables, and back'],
  ['s', 'Save this view or question'],
  ['c', 'Copy link to this view'],
  [`${modifier}↵`, 'Run'],
  ['Esc', 'Close the topmost; then back to the list'],
  ['?', 'This list'],
]

/** Every key that does something, and whether single letters do. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const [letters, setLetters] = useState(localStorage.getItem(lettersKey) !== 'off')
  const pages = sections
    .flatMap((section) => section.pages)
    .map(({ key, title }) => [`g ${key}`, title] as const)
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={styles.modal}>
        <Dialog className={styles.dialog}>
          <dl className={styles.keys}>
            <Heading slot="title">Keys</Heading>
            {[...keys, ...pages].map(([combination, title]) => (
              <Fragment key={combination}>
                <dt>
                  {combination.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{title}</dd>
              </Fragment>
            ))}
            <label className={styles.switch}>
              <input
                type="checkbox"
                checked={letters}
                onChange={({ target }) => {
                  setLetters(target.checked)
                  localStorage.setItem(lettersKey, target.checked ? 'on' : 'off')
                }}
              />
              Single letters act
            </label>
          </dl>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
