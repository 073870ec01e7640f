import type { GetCustomerOutput } from '@customer-intel/node-sdk'
import { Definitions } from '../../parts/definitions.tsx'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import { sentence } from '../../parts/words.ts'

/** What a provider says of the company, where one was asked. */
export function CustomerEnrichment({ enrichment }: { enrichment: GetCustomerOutput['enrichment'] }) {
  if (!enrichment?.summary) return null
  const items = Object.entries(enrichment.summary).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  )
  return (
    <Section title="The company">
      <Definitions
        items={items.map(
          ([name, value]) => [sentence(name), <Text key={name} value={String(value)} />] as const,
        )}
      />
    </Section>
  )
}
