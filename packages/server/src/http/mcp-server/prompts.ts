import { cutText, type Grant, type ToolName } from '@customer-intel/contract'
import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { mayUse } from './tools.ts'

interface PromptDefinition {
  title: string
  description: string
  /** Its only argument; null for none. */
  argument: { name: string; description: string } | null
  /** Tools that its text refers to: it isn't offered without their grants. */
  tools: readonly ToolName[]
  text: (argument: string) => string
}

const customer = { name: 'customer', description: 'Id, domain or name of a customer' }

/** Common questions, each with instructions to answer it by the tools. */
const prompts: Record<string, PromptDefinition> = {
  account_review: {
    title: 'Review an account',
    description: 'How a customer is doing: use, contact, money, risks.',
    argument: customer,
    tools: ['svc_get_customer', 'svc_get_timeline', 'svc_list_facts'],
    text: (name) =>
      `Review the account ${name}. Read it with svc_get_customer (include users, revenue, recentTimeline, behaviorMetrics), then its timeline of the last 90 days and its active facts. Tell: who matters there, how use has changed, what it pays, what was promised, what is at risk, and the next step. Name the date and the source of each claim.`,
  },
  meeting_preparation: {
    title: 'Prepare a meeting',
    description: 'What to know before talking to a customer.',
    argument: customer,
    tools: ['svc_get_customer', 'svc_list_sources', 'svc_list_facts'],
    text: (name) =>
      `Prepare me for a meeting with ${name}. Read the account with svc_get_customer, its latest calls, mails and tickets with svc_list_sources, and its facts with svc_list_facts. On one page: who will be there and what each cares about, what is open since the last contact, what they do in the product, three questions to ask.`,
  },
  churn_risks: {
    title: 'Who may leave',
    description: 'Paying customers with signs that they may leave, the largest first.',
    argument: null,
    tools: ['svc_list_customers', 'svc_list_facts'],
    text: () =>
      'Which paying customers may leave? List those without product activity for 30 days (svc_list_customers with billingStatus PAYING, noActivityInLast 30d), and those with active facts of type CHURN_RISK or CHAMPION_RISK (factTypes). For the largest ten by MRR look at the evidence with svc_list_facts. Give a table: customer, MRR, sign, evidence with its date, next step.',
  },
  changes_this_week: {
    title: 'What changed this week',
    description: 'New customers, use that rose or fell, and new facts of the last seven days.',
    argument: null,
    tools: ['svc_query', 'svc_schema', 'svc_list_customers'],
    text: () =>
      'What changed among our customers in the last seven days, compared with the seven days before? Look at svc_schema, then count with svc_query: new customers, active people, product activity by customer (the five with the largest rise and the five with the largest fall), revenue, new facts by type. Show the numbers, then what they mean.',
  },
  question_of_numbers: {
    title: 'Answer by SQL',
    description: 'A question about counts, sums or trends.',
    argument: { name: 'question', description: 'The question, in plain words' },
    tools: ['svc_query', 'svc_schema'],
    text: (question) =>
      `${question}\n\nAnswer from the data: look at svc_schema first, then write one SELECT after another for svc_query. Money is in cents, times are UTC. Check metadata.truncated before you trust a total. Show the query that the answer rests on.`,
  },
  find_in_conversations: {
    title: 'What customers say about …',
    description: 'What was said about a topic in calls, mails, tickets and chats, with quotes.',
    argument: { name: 'topic', description: 'What it is about' },
    tools: ['svc_search_customer_context', 'svc_get_source'],
    text: (topic) =>
      `What do customers say about ${topic}? Search with svc_search_customer_context (groupBy customer for how many customers and how often, topK 30 without it for what they say, and once more in other words), read the most telling ones with svc_get_source. Group what they say, count the customers of each group, and quote one sentence with customer and date for each.`,
  },
}

export function listPrompts(grants: readonly Grant[]): Prompt[] {
  return Object.entries(prompts)
    .filter(([, prompt]) => mayUse(prompt.tools, grants))
    .map(([name, { title, description, argument }]) => ({
      name,
      title,
      description,
      ...(argument === null ? {} : { arguments: [{ ...argument, required: true }] }),
    }))
}

export function getPrompt(
  name: string,
  values: Readonly<Record<string, string>>,
  grants: readonly Grant[],
): GetPromptResult {
  const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined
  if (prompt === undefined || !mayUse(prompt.tools, grants)) {
    const message = `There is no prompt ${cutText(name, 100)}: prompts/list has those of this key`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  const { argument, description } = prompt
  const value = argument === null ? '' : values[argument.name]?.trim()
  if (argument !== null && !value) {
    const message = `arguments.${argument.name} is required: ${argument.description}`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  const text = prompt.text(cutText(value ?? '', 2_000))
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
