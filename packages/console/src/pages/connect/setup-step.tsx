import type { IntegrationCapability, SetupStepResult } from '@customer-intel/node-sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { Button } from '../../parts/button.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Definitions } from '../../parts/definitions.tsx'
import { TextField } from '../../parts/form/fields.tsx'
import { SavedForm } from '../../parts/form/saved-form.tsx'
import { OutwardLink } from '../../parts/outward-link.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { SaveFailed } from '../../parts/form/save-failed.tsx'
import { Text } from '../../parts/text.tsx'
import styles from './connect.module.css'

type Step = IntegrationCapability['postConnectSteps'][number]

interface SetupStepProps {
  provider: string
  step: Step
  may: boolean
}

/** What is still to be done once a service is connected: what to enter there, or how its stages are called here. */
export function SetupStep({ provider, step, may }: SetupStepProps) {
  const { id, label, required, command, note } = step
  const [isOpen, setIsOpen] = useState(false)
  const queryKey = ['setup', provider, id]
  const query = useQuery({
    queryKey,
    enabled: may && isOpen,
    queryFn: async ({ signal }) => await client.integrations.runSetupStep({ provider, step: id }, { signal }),
  })
  return (
    <li className={styles.stack}>
      <div>
        <b>{label}</b>
        {required && ', without which its data is incomplete'}
        {note !== undefined && <p>{note}</p>}
      </div>
      {isOpen ? (
        <QueryView query={query} rows={4}>
          {(result) => (
            <>
              {result.setup && (
                <AtTheService
                  setup={result.setup}
                  save={(body) => saveStep(provider, id, body)}
                  changes={queryKey}
                  may={may}
                />
              )}
              {result.recommendation && <Mapping provider={provider} step={id} result={result} may={may} />}
            </>
          )}
        </QueryView>
      ) : (
        <Button disabled={!may} onClick={() => setIsOpen(true)}>
          Set up
        </Button>
      )}
      {command !== null && <Copyable label={`Command for ${label.toLowerCase()}`} text={command} />}
    </li>
  )
}

const saveStep = (provider: string, step: string, config: Record<string, unknown>) =>
  client.integrations.runSetupStep({ provider, step, config })

function AtTheService(props: {
  setup: NonNullable<SetupStepResult['setup']>
  save: (config: Record<string, unknown>) => PromiseLike<unknown>
  changes: readonly string[]
  may: boolean
}) {
  const { setup, save, changes, may } = props
  const { webhookUrl, headers, secret, requiredEvents, docsUrl, status } = setup
  return (
    <>
      <p>
        Enter this at the service; {status}.{' '}
        {docsUrl !== null && <OutwardLink href={docsUrl}>How to do it there</OutwardLink>}
      </p>
      <Copyable label="Address" text={webhookUrl} />
      {Object.entries(headers).map(([name, value]) => (
        <Copyable key={name} label={`Header ${name}`} text={value} />
      ))}
      {secret != null && <Copyable label="Secret" text={secret} />}
      <Definitions items={[['Events', requiredEvents.join(', ')]]} />
      {secret == null && Object.keys(headers).length === 0 && (
        <SavedForm
          label="Secret of the service"
          stored={{ webhookSecret: '' }}
          may={may}
          refusal="Your role doesn’t include connecting services. An administrator can."
          save={save}
          changes={[changes]}
        >
          <TextField
            path={['webhookSecret']}
            label="The secret that the service shows"
            hint="What it signs with; here it is kept sealed."
          />
        </SavedForm>
      )}
    </>
  )
}

/** How the stages of deals are called here: what is saved, or what is recommended, to take. */
function Mapping(props: { provider: string; step: string; result: SetupStepResult; may: boolean }) {
  const { provider, step, result, may } = props
  const queryClient = useQueryClient()
  const saved = result.mappings ?? null
  const shown = saved ?? result.recommendation ?? []
  const take = useMutation({
    mutationFn: async () => await saveStep(provider, step, { mappings: shown }),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: ['setup', provider] }),
  })
  return (
    <>
      {shown.map(({ pipelineId, pipelineName, mappings }) => (
        <Definitions
          key={pipelineId}
          items={[
            ['Pipeline', <Text key="name" value={pipelineName} />],
            ...mappings.map(
              ({ svcStage, crmStages }) =>
                [
                  svcStage,
                  crmStages.length === 0 ? (
                    '–'
                  ) : (
                    <Text key={svcStage} value={crmStages.map(({ name }) => name).join(', ')} />
                  ),
                ] as const,
            ),
          ]}
        />
      ))}
      {saved === null ? (
        <Button kind="primary" disabled={!may || take.isPending} onClick={() => take.mutate()}>
          Map the stages so
        </Button>
      ) : (
        <p>So they are mapped. Another mapping is set by the command, with --config.</p>
      )}
      <SaveFailed error={take.error} />
    </>
  )
}
