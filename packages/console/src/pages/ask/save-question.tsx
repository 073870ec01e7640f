import type { Question } from '@customer-intel/node-sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { client } from '../../app/client.ts'
import { basedOn, dashboardsQuery, questionsKey, withTiles } from '../../app/saved.ts'
import { SaveForm, type Saving } from '../../parts/save-form.tsx'
import { type ParameterValue, withValues } from './parameters.ts'

/** Saves a question that was run, or what was changed of a saved one; puts a saved one on a dashboard. */
export function SaveQuestion(props: {
  question?: Question
  sql: string | undefined
  values: readonly ParameterValue[]
  show: 'table' | 'chart'
}) {
  const { question, sql, values, show } = props
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const save = async ({ name, visibility }: Saving) => {
    const body = {
      name,
      visibility,
      description: question?.description ?? null,
      sql: sql ?? '',
      parameters: withValues(question, sql ?? '', values),
      chart: show === 'chart' ? (question?.chart ?? { type: 'line' }) : null,
    }
    const saved = question
      ? await client.questions.update(question.id, body, basedOn(question))
      : await client.questions.create(body)
    await queryClient.invalidateQueries({ queryKey: questionsKey })
    await navigate({ to: '/ask/$id', params: { id: saved.question.id }, search: {} })
  }
  return (
    <>
      {question && <AddToDashboard question={question} />}
      <SaveForm
        action={question ? 'Save' : 'Save question'}
        name={question?.name}
        isShared={question?.visibility === 'workspace'}
        disabled={sql === undefined}
        onSave={save}
      />
    </>
  )
}

function AddToDashboard({ question }: { question: Question }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data = [] } = useQuery(dashboardsQuery)
  const [error, setError] = useState<string | null>(null)
  const isAdding = useRef(false)
  const add = async (id: string) => {
    // A choice that is typed changes with each letter.
    if (isAdding.current) return
    isAdding.current = true
    try {
      const to = id === 'new' ? await create() : await put(id)
      await queryClient.invalidateQueries({ queryKey: dashboardsQuery.queryKey })
      if (to !== undefined) await navigate({ to: '/dashboards/$id', params: { id: to } })
    } catch (failure) {
      setError((failure as Error).message)
    } finally {
      isAdding.current = false
    }
  }
  const tile = { question: question.id }
  const put = async (id: string) => {
    const found = data.find((dashboard) => dashboard.id === id)
    if (!found) return undefined
    await client.dashboards.update(id, withTiles(found, [...found.tiles, tile]), basedOn(found))
    return id
  }
  /** One that is named like the question, and seen by whom the question is. */
  const create = async () => {
    const { name } = question
    const visibility = question.visibility === 'workspace' ? 'workspace' : 'private'
    const { dashboard } = await client.dashboards.create({ name, visibility, tiles: [tile] })
    return dashboard.id
  }
  return (
    <>
      {error !== null && <span role="alert">{error}</span>}
      <select aria-label="Add to a dashboard" value="" onChange={({ target }) => void add(target.value)}>
        <option value="">Add to…</option>
        <option value="new">A new dashboard</option>
        {data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </>
  )
}
