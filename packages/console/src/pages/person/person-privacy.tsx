import type { UserProfile } from '@customer-intel/node-sdk'
import { ErasePerson } from './erase-person.tsx'
import { ExportPerson } from './export-person.tsx'
import styles from './person.module.css'

/** What a person has a right to: all that is known of them, and to be forgotten. */
export function PersonPrivacy({ person }: { person: UserProfile }) {
  return (
    <div className={`${styles.pane} ${styles.stack}`}>
      <ExportPerson person={person} />
      <ErasePerson person={person} />
    </div>
  )
}
