import type { MergeSuggestion } from '@customer-intel/node-sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { client } from '../../app/client.ts'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import { Toggles } from '../../parts/toggles.tsx'
import { sentence } from '../../parts/words.ts'
import { Head } from '../../shell/head.tsx'
import { evidenceQuery } from './merge-evidence.tsx'
import { MergeDecision } from './merge-decision.tsx'
import { mergeStatuses } from './merges-search.ts'
import styles from './merges.module.css'
import { useDecisions } from './use-decisions.ts'

const titles = { suggested: 'To decide', merged: 'Merged', rejected: 'Rejected' }

/** Which two may be one: side by side with the evidence, decided one after the other. */
export function MergesPage() {
  const { status = 'suggested', of } = useSearch({ from: '/merges' })
  const navigate = useNavigate({ from: '/merges' })
  const query = useQuery({
    queryKey: ['merges', { status }],
    queryFn: async ({ signal }) =>
      await client.identity.listMergeSuggestions({ status, limit: 100 }, { signal }),
  })
  const { decide, failed } = useDecisions()
  const suggestions = query.data?.suggestions ?? []
  const current = Math.max(
    0,
    suggestions.findIndex(({ id }) => id === of),
  )
  // What one decides next is there when one gets to it, however quick one is.
  const queryClient = useQueryClient()
  const next = query.data?.suggestions
  useEffect(() => {
    for (const { id } of next?.slice(current + 1, current + 4) ?? [])
      queryClient.query(evidenceQuery(id)).catch(() => undefined)
  }, [next, current, queryClient])
  const choose = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, of: id }), replace: true })
  return (
    <>
      <Head title="Merges" dataAt={query.dataUpdatedAt}>
        <Link className={link.link} to="/merges/join">
          Make two customers one
        </Link>
      </Head>
      <div className={styles.bar}>
        <Toggles
          label="Which"
          single
          options={mergeStatuses.map((value) => ({ value, title: titles[value] }))}
          chosen={[status]}
          onChange={([next]) => void navigate({ search: { status: next as typeof status } })}
        />
      </div>
      {failed.map(({ error, ...decided }) => (
        <Section key={decided.suggestion.id} title={`${namesOf(decided.suggestion)}: nothing was decided`}>
          <Failed error={error} onRetry={() => decide(decided)} />
        </Section>
      ))}
      <QueryView query={query}>
        {({ canManageIdentityMerges }) => {
          if (suggestions.length === 0)
            return (
              <Notice title={status === 'suggested' ? 'Nothing to decide' : 'None yet'}>
                <p>When two customers or two people look like one, they stand here side by side.</p>
              </Notice>
            )
          const at = current
          return (
            <div className={styles.both}>
              <ul className={styles.list} aria-label="Suggestions">
                {suggestions.map((suggestion, index) => (
                  <li key={suggestion.id}>
                    <button type="button" aria-current={index === at} onClick={() => choose(suggestion.id)}>
                      <span>
                        <Text value={nameOf(suggestion.survivor)} />
                      </span>
                      <span>
                        <Text value={nameOf(suggestion.duplicate)} />
                      </span>
                      <small>{sentence(suggestion.confidence)} certainty</small>
                    </button>
                  </li>
                ))}
              </ul>
              <MergeDecision
                key={suggestions[at]!.id}
                suggestion={suggestions[at]!}
                may={canManageIdentityMerges}
                onDecide={(decision, notes) => {
                  choose(suggestions[at + 1]?.id)
                  decide({ suggestion: suggestions[at]!, decision, notes })
                }}
                onNext={() => choose(suggestions[at + 1]?.id)}
                onPrevious={() => choose(suggestions[Math.max(0, at - 1)]?.id)}
              />
            </div>
          )
        }}
      </QueryView>
    </>
  )
}

function namesOf({ survivor, duplicate }: MergeSuggestion): string {
  return `${nameOf(survivor)} and ${nameOf(duplicate)}`
}

function nameOf({ name, domain, id }: MergeSuggestion['survivor']): string {
  return name ?? domain ?? id
}
