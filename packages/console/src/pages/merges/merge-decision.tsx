import type { MergeSuggestion } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Definitions } from '../../parts/definitions.tsx'
import field from '../../parts/field.module.css'
import { formatNumber } from '../../parts/format-number.ts'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import { MergeEvidence } from './merge-evidence.tsx'
import styles from './merges.module.css'

interface MergeDecisionProps {
  suggestion: MergeSuggestion
  /** Whether the person may decide. */
  may: boolean
  onNext: () => void
  onPrevious: () => void
}

/** Two that may be one: what speaks for and against it, what would move, and the decision. */
export function MergeDecision({ suggestion, may, onNext, onPrevious }: MergeDecisionProps) {
  const queryClient = useQueryClient()
  const [notes, setNotes] = useState('')
  const { id, canMerge, canReject, explanation, impact } = suggestion
  const work = useMutation({
    mutationFn: async (decision: 'merge' | 'apart' | 'undo'): Promise<unknown> => {
      const body = notes.trim() === '' ? {} : { reviewNotes: notes.trim() }
      if (decision === 'undo') return await client.identity.undoMergeSuggestion(id, {})
      return await (decision === 'merge'
        ? client.identity.queueMergeSuggestion(id, body)
        : client.identity.rejectMergeSuggestion(id, body))
    },
    onSuccess: async () => {
      onNext()
      await queryClient.invalidateQueries({ queryKey: ['merges'] })
    },
  })
  const moved = Object.entries(impact).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0,
  )
  return (
    <div className={styles.decision}>
      <div className={styles.top}>
        <Chip tone={suggestion.confidence === 'HIGH' ? 'good' : 'quiet'}>
          {sentence(suggestion.confidence)} certainty
        </Chip>
        <Chip>{sentence(suggestion.proposalStatus)}</Chip>
        <div className={styles.keys}>
          <Button kind="plain" data-key="k" onClick={onPrevious}>
            Previous <kbd>k</kbd>
          </Button>
          <Button kind="plain" data-key="j" onClick={onNext}>
            Next <kbd>j</kbd>
          </Button>
        </div>
      </div>
      <MergeEvidence id={id} explanation={explanation} />
      <Section title="What a merge moves">
        {moved.length === 0 ? (
          <p>Nothing: the second has nothing of its own.</p>
        ) : (
          <Definitions items={moved.map(([name, count]) => [wordsOf(name), formatNumber(count)] as const)} />
        )}
      </Section>
      {suggestion.reviewedAt !== null && (
        <p>
          Decided <Time at={suggestion.reviewedAt} /> by{' '}
          <Text value={suggestion.reviewedByName} fallback="somebody" />
          {suggestion.reviewNotes !== null && (
            <>
              : <Text value={suggestion.reviewNotes} />
            </>
          )}
        </p>
      )}
      {(canMerge || canReject) && (
        <>
          <label className={field.field}>
            Why, for those who come later
            <textarea value={notes} maxLength={10_000} onChange={(event) => setNotes(event.target.value)} />
          </label>
          <div className={styles.keys}>
            <Button
              kind="primary"
              data-key="a"
              disabled={!may || !canMerge || work.isPending}
              onClick={() => work.mutate('merge')}
            >
              Merge <kbd>a</kbd>
            </Button>
            <Button
              data-key="r"
              disabled={!may || !canReject || work.isPending}
              onClick={() => work.mutate('apart')}
            >
              Keep apart <kbd>r</kbd>
            </Button>
            {!may && <span>Your role doesn’t include deciding merges. An editor can.</span>}
          </div>
        </>
      )}
      {suggestion.status === 'merged' && (
        <div className={styles.keys}>
          <Button data-key="u" disabled={!may || work.isPending} onClick={() => work.mutate('undo')}>
            Undo the merge <kbd>u</kbd>
          </Button>
        </div>
      )}
      {work.error && <Failed error={work.error} />}
    </div>
  )
}

/** `supportTickets`: `Support tickets`. */
function wordsOf(name: string): string {
  return sentence(name.replaceAll(/([A-Z])/g, '_$1'))
}
