import { Plus, X } from 'lucide-react'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { ChoiceField, TextField } from '../../parts/form/fields.tsx'
import { useDraftField } from '../../parts/form/form.tsx'
import { type Path, textIn } from '../../parts/form/path.ts'
import { ConditionValue } from './condition-value.tsx'
import styles from './signals.module.css'

const operators = [
  { value: 'equals', title: 'is' },
  { value: 'not_equals', title: 'is not' },
  { value: 'starts_with', title: 'begins with' },
  { value: 'exists', title: 'is there' },
]

interface Condition {
  key: string
  operator: string
  value?: unknown
}

/** Conditions on the properties of the events, all of which hold. */
export function ConditionsField({ path }: { path: Path }) {
  const { value, set, disabled, error } = useDraftField(path)
  const conditions = (Array.isArray(value) ? value : []) as readonly Condition[]
  return (
    <div className={field.field}>
      <span>Where</span>
      {conditions.map(({ operator }, at) => (
        <div key={at} className={styles.condition} role="group" aria-label={`Condition ${at + 1}`}>
          <TextField path={[...path, at, 'key']} label="Property" placeholder="plan" />
          <ChoiceField
            path={[...path, at, 'operator']}
            label="Compared"
            options={operators}
            onChoose={(next) =>
              set(conditions.map((one, index) => (index === at ? withOperator(one, next) : one)))
            }
          />
          {operator === 'exists' ? <span /> : <ConditionValue path={[...path, at, 'value']} />}
          <Button
            kind="plain"
            square
            disabled={disabled}
            aria-label={`Remove condition ${at + 1}`}
            onClick={() => set(conditions.filter((_, index) => index !== at))}
          >
            <X size={14} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {conditions.length === 0 && <small>Whatever their properties are.</small>}
      {conditions.length === 0 && error !== undefined && <span className={field.error}>{error}</span>}
      <div>
        <Button
          kind="plain"
          disabled={disabled || conditions.length >= 5}
          onClick={() => set([...conditions, { key: '', operator: 'equals', value: '' }])}
        >
          <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
          Add a condition
        </Button>
      </div>
    </div>
  )
}

/** A value is there where the operator compares with one. */
function withOperator({ key, value }: Condition, operator: string): Condition {
  if (operator === 'exists') return { key, operator }
  const next = operator === 'starts_with' ? textIn(value) : (value ?? '')
  return { key, operator, value: next }
}
