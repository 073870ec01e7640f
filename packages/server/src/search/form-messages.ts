import { recordTables } from '../records/record-tables.ts'
import { listWords } from './words.ts'
import { toJsonText } from '../kernel/log/json-text.ts'
import type { StoredEvent } from '../kernel/log/record.ts'
import { sourceKey } from '../kernel/log/record-key.ts'
import { type SqlWriter, textItems } from '../kernel/sql/database.ts'
import type { PendingEvent } from '../events/projection/pending-event.ts'
import type { Subject } from '../customers/projection/subject.ts'

/** A field with at least this many words is a message; names, addresses and choices have fewer. */
const messageWords = 3

/** The message that a visitor wrote in a form: the fields that hold one, each on its own line. Null without one. */
export function formMessage(event: Pick<StoredEvent, 'type' | 'formFields'>): string | null {
  if (event.type !== 'form') return null
  const messages = Object.values(event.formFields ?? {}).filter(isMessage)
  return messages.length === 0 ? null : messages.join('\n')
}

/** Scripts without spaces (Chinese, Japanese, …) have letters of their own; an address has neither. */
function isMessage(value: string): boolean {
  return (/\s/.test(value.trim()) || !/[@.:/]/.test(value)) && listWords(value).length >= messageWords
}

/**
 * Writes messages in forms as sources of type `FORM`, named by the uuid of their event, so that they are found, listed
 * and opened like other sources. They are about the event's subject. Returns the sources' keys.
 */
export async function writeFormMessages(
  writer: SqlWriter,
  events: readonly PendingEvent[],
  subjectOf: ReadonlyMap<PendingEvent, Subject>,
): Promise<string[]> {
  const messages = new Map<string, { pending: PendingEvent; content: string }>()
  for (const pending of events) {
    const content = formMessage(pending.event)
    const key = sourceKey('FORM', pending.event.uuid)
    if (content !== null && !messages.has(key)) messages.set(key, { pending, content })
  }
  if (messages.size === 0) return []
  // A browser's event may have the same uuid as a server's: the first one keeps the source.
  const known = await writer.all<{ source_key: string }>(
    `select source_key from sources where source_key in (${textItems(1)})`,
    [[...messages.keys()]],
  )
  for (const { source_key: key } of known) messages.delete(key)
  await writer.append(
    recordTables.sources,
    Array.from(messages, ([key, { pending, content }]) => {
      const { event, record, at } = pending
      const { formId, formFields, url, path } = event
      return {
        source_key: key,
        source_type: 'FORM',
        source_id: event.uuid,
        subject: subjectOf.get(pending)!.id,
        occurred_at: at,
        received_at: record.receivedAt,
        title: formId ?? null,
        content,
        participants: toJsonText([]),
        record: toJsonText({ formId, formFields, url, path }),
      }
    }),
  )
  return [...messages.keys()]
}
