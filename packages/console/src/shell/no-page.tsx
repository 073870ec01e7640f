import { Link } from '@tanstack/react-router'
import styles from '../parts/link.module.css'
import { Notice } from '../parts/states/notice.tsx'
import { Head } from './head.tsx'

/** An address that leads nowhere. */
export function NoPage() {
  return (
    <>
      <Head title="No such page" />
      <Notice title="There is no page at this address">
        <p>The link may be old, or cut short where it was copied.</p>
        <Link className={styles.link} to="/">
          Go to the first page
        </Link>
      </Notice>
    </>
  )
}
