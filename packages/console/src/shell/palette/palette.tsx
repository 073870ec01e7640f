import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import { client } from '../../app/client.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { plain } from '../../parts/text.tsx'
import { sections } from '../sections.ts'
import styles from './palette.module.css'

/** Something that the palette leads to. */
interface Target {
  id: string
  title: string
  note: string
  go: () => void
}

/** Everything by its name: pages, customers, people, and what can be done here. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const narrow = useNarrow()
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: ['palette', asked],
    enabled: asked.length > 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const options = { signal }
      const [customers, people] = await Promise.all([
        client.tools.listCustomers({ search: asked, limit: 6 }, options),
        client.tools.listUsers({ search: asked, limit: 6 }, options),
      ])
      return { customers: customers.items, people: people.items }
    },
  })
  const words = typed.trim().toLowerCase()
  const pages: Target[] = sections
    .flatMap((section) => section.pages)
    .filter(({ title }) => title.toLowerCase().includes(words))
    .map(({ to, title, key }) => ({
      id: to,
      title,
      note: narrow ? '' : `g ${key}`,
      go: () => void navigate({ to }),
    }))
  const actions: Target[] = actionsHere().filter(({ title }) => title.toLowerCase().includes(words))
  const customers: Target[] = (words.length > 1 ? (found.data?.customers ?? []) : []).map(
    ({ id, name, domain }) => ({
      id: `customer ${id}`,
      title: name ?? domain ?? id,
      note: ['Customer', plain(name === null ? '' : (domain ?? ''))].filter(Boolean).join(' · '),
      go: () => void navigate({ to: '/customers/$id', params: { id } }),
    }),
  )
  const people: Target[] = (words.length > 1 ? (found.data?.people ?? []) : []).map(
    ({ id, name, email, customerName, customerDomain }) => ({
      id: `person ${id}`,
      title: name ?? email ?? id,
      note: ['Person', plain(customerName ?? customerDomain ?? '')].filter(Boolean).join(' · '),
      go: () => void navigate({ to: '/people/$id', params: { id } }),
    }),
  )
  const targets = [...customers, ...people, ...pages, ...actions]
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={styles.modal}>
        <Dialog className={styles.dialog} aria-label="Go to">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField autoFocus aria-label="Page, customer, person or action" className={styles.field}>
              <Input placeholder="Page, customer, person or action" />
            </SearchField>
            <Menu
              className={styles.list}
              items={targets}
              aria-label="Found"
              renderEmptyState={() => <p className={styles.empty}>Nothing has this name</p>}
              onAction={(id) => {
                onClose()
                targets.find((target) => target.id === id)?.go()
              }}
            >
              {({ title, note }) => (
                <MenuItem className={styles.item} textValue={plain(title)}>
                  <bdi>{plain(title)}</bdi>
                  <span>{note}</span>
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The buttons of this page that have a letter, and those of every page: on a phone they are here alone. */
function actionsHere(): Target[] {
  const buttons = document.querySelectorAll<HTMLButtonElement>(
    'button:is([data-key], [data-action]):not(:disabled)',
  )
  return [...buttons].map((button, at) => ({
    id: `action ${at}`,
    title: button.ariaLabel ?? button.textContent.trim(),
    note: button.dataset.key ?? '',
    go: () => button.click(),
  }))
}
