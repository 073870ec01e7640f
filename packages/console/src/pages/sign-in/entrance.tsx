import { type ReactNode, useEffect } from 'react'
import styles from './entrance.module.css'

/** The page before one is signed in. */
export function Entrance(props: { title: string; isSecure: boolean; children: ReactNode }) {
  const { title, isSecure, children } = props
  useEffect(() => {
    document.title = `${title} · Customer Intel`
  }, [title])
  return (
    <main className={styles.entrance}>
      <div className={styles.card}>
        <p className={styles.mark}>Customer Intel</p>
        <h1>{title}</h1>
        {children}
        {!isSecure && location.hostname !== 'localhost' && !location.hostname.startsWith('127.') && (
          <p className={styles.notice}>
            This connection isn’t protected: anybody in between can read it. Put the server behind https.
          </p>
        )}
      </div>
    </main>
  )
}
