import type { IntegrationCapability } from '@customer-intel/node-sdk'
import styles from './connect.module.css'

/** The rights that are asked for, in the service's words. */
export function Rights({ capability }: { capability: IntegrationCapability }) {
  const { rights = [], authType } = capability
  if (rights.length === 0) return null
  return (
    <div className={styles.rights}>
      <p>{authType === 'oauth' ? 'It asks for these rights:' : 'Give the key these rights, and no more:'}</p>
      <ul>
        {rights.map((right) => (
          <li key={right}>
            <code>{right}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
