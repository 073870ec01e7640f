import type { AgentRunDetail } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { Chip } from '../../parts/chip.tsx'
import { Definitions } from '../../parts/definitions.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { Peek } from '../../parts/peek.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import { agentRunTones, agentRunWords } from './agent-run-words.ts'
import styles from './agents.module.css'

/** One run of an agent: what it wrote, of whom, with which tools, and why it ended. */
export function AgentRunPeek(props: { agentId: string; runId: string; onClose: () => void }) {
  const { agentId, runId, onClose } = props
  const query = useQuery({
    queryKey: ['agent-run', agentId, runId],
    queryFn: async ({ signal }): Promise<AgentRunDetail> =>
      (await client.agents.getRun(agentId, runId, { signal })).run,
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? 1_000 : false),
  })
  return (
    <Peek label="A run" onClose={onClose}>
      <QueryView query={query} rows={6}>
        {(run) => <Written run={run} />}
      </QueryView>
    </Peek>
  )
}

function Written({ run }: { run: AgentRunDetail }) {
  const { status, startedAt, durationMs, trigger, stopReason, counts, errorSummary, outputs, toolCalls } = run
  return (
    <>
      <h2>
        <Chip tone={agentRunTones[status]}>{agentRunWords[status] ?? status}</Chip>
      </h2>
      {errorSummary !== null && (
        <p>
          <Text value={errorSummary} />
        </p>
      )}
      <Definitions
        items={[
          ['Began', <Time key="began" at={startedAt} />],
          ['Took', durationMs === null ? undefined : `${formatNumber(durationMs)} ms`],
          ['Asked for by', trigger === null ? undefined : sentence(trigger)],
          ['Ended', stopReason ? sentence(stopReason.replaceAll('-', '_')) : undefined],
          ['Written by', run.model ?? 'rule'],
          ['Customers', formatNumber(counts.candidates)],
        ]}
      />
      {outputs.map(({ id, titles, markdownPreviews }) => (
        <Section key={id} title="What it wrote">
          {titles.map((title, at) => (
            <div key={at} className={styles.text}>
              <b>
                <Text value={title} />
              </b>
              <p>
                <Text value={withoutMarks(markdownPreviews[at] ?? '')} fallback="" />
              </p>
            </div>
          ))}
        </Section>
      ))}
      {outputs.length === 0 && status !== 'RUNNING' && (
        <p>
          <Text value={run.summary} fallback="It wrote nothing." />
        </p>
      )}
      {toolCalls.length > 0 && (
        <Section title="What it asked">
          <ol>
            {toolCalls.map(({ id, toolName, status: ended, latencyMs, error }) => (
              <li key={id}>
                <code>{toolName}</code> {sentence(ended)}
                {latencyMs !== null && `, ${formatNumber(Math.round(latencyMs))} ms`}
                {error !== null && (
                  <>
                    : <Text value={error} />
                  </>
                )}
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  )
}

/** The words of a Markdown text, in which what customers typed is escaped. */
function withoutMarks(markdown: string): string {
  return markdown.replaceAll(/\\(.)|\*\*/g, (_mark, escaped?: string) => escaped ?? '')
}
