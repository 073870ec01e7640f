import type { Source } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client } from '../app/client.ts'
import { Definitions } from '../parts/definitions.tsx'
import { Drawer } from '../parts/drawer/drawer.tsx'
import { Json } from '../parts/json.tsx'
import { OutwardLink } from '../parts/outward-link.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Text } from '../parts/text.tsx'
import { Time } from '../parts/time.tsx'
import { sentence } from '../parts/words.ts'
import styles from './source-drawer.module.css'

/** A call, mail, ticket or deal with its whole content, opened at the sentence that a fact was read from. */
export function SourceDrawer(props: { source: string; quote?: string; onClose: () => void }) {
  const [sourceType = '', ...rest] = props.source.split(':')
  const sourceId = rest.join(':')
  const query = useQuery({
    queryKey: ['source', sourceType, sourceId],
    queryFn: async ({ signal }) =>
      await client.tools.getSource({ sourceType: sourceType as never, sourceId }, { signal }),
  })
  const title = query.data?.title ?? sentence(sourceType)
  return (
    <Drawer title={title} onClose={props.onClose}>
      <QueryView query={query}>{(source) => <Whole source={source} quote={props.quote} />}</QueryView>
    </Drawer>
  )
}

function Whole({ source, quote }: { source: Source; quote?: string }) {
  const { text, ...others } = source.record
  return (
    <>
      <Definitions
        items={[
          ['What', sentence(source.sourceType)],
          ['When', <Time key="when" at={source.occurredAt} />],
          ['Customer', <Text key="who" value={source.customer?.name ?? source.customer?.domain} />],
          [
            'With',
            <ul key="with">
              {source.participants.map(({ email, name, role }, at) => (
                <li key={at}>
                  <Text value={name ?? email} /> <span className={styles.quiet}>{role}</span>
                </li>
              ))}
            </ul>,
          ],
          [
            'Opens at',
            source.permalink === null ? undefined : (
              <OutwardLink key="at" href={source.permalink}>
                <Text value={source.permalink} />
              </OutwardLink>
            ),
          ],
        ]}
      />
      {source.summary !== null && (
        <p>
          <Text value={source.summary} />
        </p>
      )}
      {typeof text === 'string' && <Passages text={text} quote={quote} />}
      <Others fields={others} />
    </>
  )
}

/** What else the record says: words and numbers by their names, all of it as JSON for who wants that. */
function Others({ fields }: { fields: Readonly<Record<string, unknown>> }) {
  const plainOnes = Object.entries(fields).flatMap(([name, value]) => {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== '')
    const isPlain = values.length > 0 && values.every((one) => typeof one !== 'object')
    return isPlain ? [[wordsOf(name), values.map(String).join(', ')] as const] : []
  })
  if (Object.keys(fields).length === 0) return null
  return (
    <>
      <Definitions
        items={plainOnes.map(([name, value]) => [name, <Text key={name} value={value} />] as const)}
      />
      <details>
        <summary>As JSON</summary>
        <Json value={fields} label="The record’s other fields" />
      </details>
    </>
  )
}

/** `threadId`: `Thread ID`. */
const wordsOf = (name: string) => sentence(name.replaceAll(/([A-Z])/g, '_$1'))

/** The text, with the sentence marked where it stands. */
function Passages({ text, quote }: { text: string; quote?: string }) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => mark.current?.scrollIntoView({ block: 'center' }), [text, quote])
  const [before = '', ...after] = quote ? text.split(quote) : [text]
  if (after.length === 0 || !quote)
    return (
      <div className={styles.text}>
        {quote !== undefined && (
          <p className={styles.quiet}>The sentence isn’t in this text word by word: “{quote}”</p>
        )}
        <Text value={text} />
      </div>
    )
  return (
    <div className={styles.text}>
      <Text value={before} fallback="" />
      <mark ref={mark}>
        <Text value={quote} />
      </mark>
      <Text value={after.join(quote)} fallback="" />
    </div>
  )
}
