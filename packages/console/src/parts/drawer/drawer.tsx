import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from '../button.tsx'
import { plain } from '../text.tsx'
import styles from './drawer.module.css'

interface DrawerProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** What opens over a page from its side; the page stays where it was. */
export function Drawer({ title, onClose, children }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={styles.drawer}>
        <Dialog className={styles.dialog}>
          <div className={styles.head}>
            <Heading slot="title">
              <bdi>{plain(title)}</bdi>
            </Heading>
            <Button kind="plain" square aria-label="Close" onClick={onClose}>
              <X size={16} strokeWidth={1.5} aria-hidden="true" />
            </Button>
          </div>
          <div className={styles.body}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
