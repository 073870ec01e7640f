import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { client } from '../../app/client.ts'
import { useCustomerNames } from '../../app/customer-names.ts'
import { useZone } from '../../app/workspace-settings.ts'
import { findCustomerId } from '../../parts/filters/customer-filter.ts'
import field from '../../parts/field.module.css'
import { CheckField, ChoiceField, NumberField, SomeField, TextField } from '../../parts/form/fields.tsx'
import { useDraftField } from '../../parts/form/form.tsx'
import { WordsField } from '../../parts/form/words-field.tsx'
import { plain } from '../../parts/text.tsx'
import { sentence } from '../../parts/words.ts'
import type { AutomationDraft } from './automation-draft.ts'

const titled = (words: readonly string[]) => words.map((value) => ({ value, title: sentence(value) }))
const statuses = [
  { value: 'NONE', title: 'Without billing' },
  ...titled(['TRIALING', 'PAYING', 'PAST_DUE', 'CHURNED']),
]
const weekdays = titled(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])

interface AutomationFieldsProps {
  draft: AutomationDraft
  isNew: boolean
  onTrigger: (triggerType: string) => void
}

/** The definition of an automation, field by field: when, for whom, by which agent, to where. */
export function AutomationFields({ draft, isNew, onTrigger }: AutomationFieldsProps) {
  const { signals, agents, destinations } = useParts()
  const isScheduled = draft.triggerType === 'SCHEDULE'
  return (
    <>
      <TextField path={['name']} label="Name" placeholder="Trials of large customers" />
      <ChoiceField
        path={['triggerType']}
        label="Acts"
        options={[
          { value: 'SIGNAL_OCCURRENCE', title: 'When a signal occurs' },
          { value: 'SCHEDULE', title: 'At set times' },
        ]}
        onChoose={onTrigger}
      />
      {isScheduled ? <ScheduleFields draft={draft} /> : <SignalsFields draft={draft} signals={signals} />}
      <SomeField
        path={['audienceFilter', 'customer', 'billingStatuses']}
        label="For customers that are"
        options={statuses}
        hint="None: all of them."
      />
      <WordsField
        path={['audienceFilter', 'customer', 'ownerUserIds']}
        label="Looked after by"
        placeholder="E-mail address, then Enter"
        hint="None: whoever does."
      />
      <CustomersField />
      <RevenueFields />
      <ChoiceField
        path={['agentId']}
        label="The agent that writes"
        options={[{ value: '', title: 'Choose one' }, ...agents]}
      />
      <SomeField
        path={['destinationIds']}
        label="Sent to"
        options={destinations}
        hint="None: the default destination."
      />
      <CheckField path={['deliveryPolicy', 'requireAllDestinations']} label="All of them have to accept it" />
      <div className={field.beside}>
        <NumberField
          path={['processorPolicy', 'cooldownHours']}
          label="Hours between two, a customer"
          optional
        />
        <NumberField
          path={['processorPolicy', 'maxCustomersPerRun']}
          label="Customers a run at most"
          optional
        />
      </div>
      <TextField path={['description']} label="Description" area rows={2} empty={null} />
      {isNew && <CheckField path={['enabled']} label="Switch it on" />}
    </>
  )
}

function SignalsFields({ draft, signals }: { draft: AutomationDraft; signals: Option[] }) {
  const several = Array.isArray(draft.signalIds) && draft.signalIds.length > 1
  return (
    <>
      <SomeField
        path={['signalIds']}
        label="Signals"
        options={signals}
        hint={signals.length === 0 ? 'There is none yet: make a signal first.' : undefined}
      />
      {several && (
        <div className={field.beside}>
          <ChoiceField
            path={['matchMode']}
            label="How many of them"
            options={[
              { value: 'ANY', title: 'Any' },
              { value: 'ALL', title: 'All' },
              { value: 'AT_LEAST', title: 'At least' },
            ]}
          />
          {draft.matchMode === 'AT_LEAST' && (
            <NumberField path={['triggerThresholdCount']} label="So many" optional />
          )}
          <WindowFields />
        </div>
      )}
    </>
  )
}

/** Within what time several signals have to occur. */
function WindowFields() {
  const { value, set } = useDraftField(['triggerWindow'])
  return (
    <>
      <ChoiceField
        path={['triggerWindow', 'unit']}
        label="Within"
        options={[
          { value: '', title: '24 hours' },
          { value: 'hour', title: 'Hours' },
          { value: 'day', title: 'Days' },
        ]}
        onChoose={(unit) =>
          set(unit === '' ? undefined : { value: unit === 'day' ? 7 : 24, ...asObject(value), unit })
        }
      />
      {value !== undefined && <NumberField path={['triggerWindow', 'value']} label="So many of these" />}
    </>
  )
}

const revenuePath = ['audienceFilter', 'customer', 'revenue']

/** Only those who pay enough, or little. */
function RevenueFields() {
  const { value, set } = useDraftField(revenuePath)
  return (
    <div className={field.beside}>
      <ChoiceField
        path={[...revenuePath, 'metric']}
        label="By revenue"
        options={[
          { value: '', title: 'Whatever they pay' },
          { value: 'MRR', title: 'MRR' },
          { value: 'ARR', title: 'ARR' },
        ]}
        onChoose={(metric) =>
          set(metric === '' ? undefined : { operator: '>=', value: 100, ...asObject(value), metric })
        }
      />
      {value !== undefined && (
        <>
          <ChoiceField
            path={[...revenuePath, 'operator']}
            label="Is"
            options={[
              { value: '>=', title: 'At least' },
              { value: '>', title: 'More than' },
              { value: '<=', title: 'At most' },
              { value: '<', title: 'Less than' },
            ]}
          />
          <NumberField path={[...revenuePath, 'value']} label="Whole units of the currency" />
          <ChoiceField
            path={[...revenuePath, 'currency']}
            label="In"
            options={[
              { value: '', title: 'Whatever they pay in' },
              { value: 'USD', title: 'USD' },
            ]}
          />
        </>
      )}
    </div>
  )
}

const customersPath = ['audienceFilter', 'customer', 'customerIds']

/** Some customers, found by their names. */
function CustomersField() {
  const { value } = useDraftField(customersPath)
  const names = useCustomerNames(Array.isArray(value) ? value.map(String) : [])
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed.trim())
  const { data } = useQuery({
    queryKey: ['pick-customer', asked],
    enabled: asked.length > 1,
    queryFn: async ({ signal }) => await client.tools.listCustomers({ search: asked, limit: 9 }, { signal }),
  })
  return (
    <WordsField
      path={customersPath}
      label="Only these customers"
      placeholder="Name or domain, then Enter"
      hint="None: whichever."
      known={(data?.items ?? []).map(({ id, name, domain }) => name ?? domain ?? id)}
      titleOf={(id) => names.get(id) ?? id}
      wordOf={findCustomerId}
      onType={setTyped}
    />
  )
}

const asObject = (value: unknown) => (typeof value === 'object' ? value : {})

function ScheduleFields({ draft }: { draft: AutomationDraft }) {
  const zone = useZone()
  const cadence = (draft.schedule as { cadence?: unknown } | undefined)?.cadence
  return (
    <div className={field.beside}>
      <ChoiceField
        path={['schedule', 'cadence']}
        label="How often"
        options={titled(['hourly', 'daily', 'weekly'])}
      />
      {cadence === 'weekly' && <ChoiceField path={['schedule', 'weekday']} label="On" options={weekdays} />}
      {cadence !== 'hourly' && <NumberField path={['schedule', 'localTime', 'hour']} label="Hour" />}
      <NumberField path={['schedule', 'localTime', 'minute']} label="Minute" />
      <TextField
        path={['schedule', 'timezone']}
        label="In the time zone"
        placeholder={zone}
        empty={undefined}
        hint="Empty: the workspace’s."
      />
    </div>
  )
}

interface Option {
  value: string
  title: string
}

/** What an automation is made of. */
function useParts(): { signals: Option[]; agents: Option[]; destinations: Option[] } {
  const { data } = useQuery({
    queryKey: ['automation-parts'],
    queryFn: async ({ signal }) => {
      const [{ signals }, { agents }, { destinations }] = await Promise.all([
        client.signals.list({ signal }),
        client.agents.list({ signal }),
        client.destinations.list({ signal }),
      ])
      return {
        signals: signals.map(({ id, name }) => ({ value: id, title: plain(name) })),
        agents: agents.map(({ id, displayName, status }) => ({
          value: id,
          title: `${plain(displayName)}${status === 'ENABLED' ? '' : ' (off)'}`,
        })),
        destinations: destinations.map(({ id, name, enabled }) => ({
          value: id,
          title: `${plain(name)}${enabled ? '' : ' (off)'}`,
        })),
      }
    },
  })
  return data ?? { signals: [], agents: [], destinations: [] }
}
