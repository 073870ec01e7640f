import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { questionsKey } from '../../app/saved.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Head } from '../../shell/head.tsx'
import { Ask } from './ask.tsx'
import { savedValues } from './parameters.ts'

/** A saved question, with what was changed of it in the address. */
export function QuestionPage() {
  const { id } = useParams({ from: '/ask/$id' })
  const view = useSearch({ from: '/ask/$id' })
  const navigate = useNavigate({ from: '/ask/$id' })
  const query = useQuery({
    queryKey: [...questionsKey, id],
    queryFn: async ({ signal }) => (await client.questions.get(id, { signal })).question,
  })
  if (!query.data)
    return (
      <>
        <Head title="Question" crumb={<Link to="/ask">Ask</Link>} />
        <QueryView query={query}>{() => null}</QueryView>
      </>
    )
  const { sql, parameters, chart } = query.data
  return (
    <Ask
      key={id}
      question={query.data}
      view={{
        sql: view.sql ?? sql,
        values: view.values ?? JSON.stringify(savedValues(parameters)),
        show: view.show ?? (chart === null ? 'table' : 'chart'),
      }}
      onChange={(search, replace) => void navigate({ search, replace })}
    />
  )
}
