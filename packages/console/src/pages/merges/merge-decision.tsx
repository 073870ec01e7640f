import type { MergeSuggestion } from '@customer-intel/node-sdk'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Definitions } from '../../parts/definitions.tsx'
import field from '../../parts/field.module.css'
import { formatNumber } from '../../parts/format-number.ts'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import { MergeEvidence } from './merge-evidence.tsx'
import styles from './merges.module.css'
import type { Decision } from './use-decisions.ts'

interface MergeDecisionProps {
  suggestion: MergeSuggestion
  /** Whether the person may decide. */
  may: boolean
  onDecide: (decision: Decision, notes: string) => void
  onNext: () => void
  onPrevious: () => void
}

/** Two that may be one: what speaks for and against it, what would move, and the decision. */
export function MergeDecision({ suggestion, may, onDecide, onNext, onPrevious }: MergeDecisionProps) {
  const [notes, setNotes] = useState('')
  const { id, canMerge, canReject, explanation, impact } = suggestion
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
              disabled={!may || !canMerge}
              onClick={() => onDecide('merge', notes)}
            >
              Merge <kbd>a</kbd>
            </Button>
            <Button data-key="r" disabled={!may || !canReject} onClick={() => onDecide('apart', notes)}>
              Keep apart <kbd>r</kbd>
            </Button>
            {!may && <span>Your role doesn’t include deciding merges. An editor can.</span>}
          </div>
        </>
      )}
      {suggestion.status === 'merged' && (
        <div className={styles.keys}>
          <Button data-key="u" disabled={!may} onClick={() => onDecide('undo', notes)}>
            Undo the merge <kbd>u</kbd>
          </Button>
        </div>
      )}
    </div>
  )
}

/** `supportTickets`: `Support tickets`. */
function wordsOf(name: string): string {
  return sentence(name.replaceAll(/([A-Z])/g, '_$1'))
}
