import type { MergeSuggestion } from '@customer-intel/node-sdk'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { Text } from '../../parts/text.tsx'
import { sentence } from '../../parts/words.ts'
import styles from './merges.module.css'

type Party = MergeSuggestion['survivor']

/** The two, the same rows aligned, what differs marked. */
export function MergeSides({ suggestion }: { suggestion: MergeSuggestion }) {
  const { survivor, duplicate } = suggestion
  const rows: readonly (readonly [string, (party: Party) => string | null])[] = [
    ['Name', ({ name }) => name],
    ['Domain', ({ domain }) => domain],
    ['Is', ({ type, status }) => [sentence(type), status && sentence(status)].filter(Boolean).join(', ')],
    ['Keys', ({ identifierCount }) => formatNumber(identifierCount)],
    ['People', ({ contactCount }) => formatNumber(contactCount)],
  ]
  return (
    <table className={styles.sides}>
      <thead>
        <tr>
          <th scope="col">Of each</th>
          <th scope="col">Stays</th>
          <th scope="col">Becomes part of it</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, read]) => {
          const left = read(survivor)
          const right = read(duplicate)
          return (
            <tr key={title} data-differs={left !== right}>
              <th scope="row">{title}</th>
              <td>
                <Text value={left} />
              </td>
              <td>
                <Text value={right} />
              </td>
            </tr>
          )
        })}
        <tr>
          <th scope="row">Page</th>
          <td>
            <PartyLink party={survivor} />
          </td>
          <td>
            <PartyLink party={duplicate} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function PartyLink({ party }: { party: Party }) {
  return (
    <Link
      className={link.link}
      to={party.type === 'INDIVIDUAL' ? '/people/$id' : '/customers/$id'}
      params={{ id: party.id }}
    >
      Open
    </Link>
  )
}
